// Made by `npm run docs`.

export interface paths {
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the process lives
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["alive"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether every store works and the server is not stopping
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["ready"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/register": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create an account; a confirmation mail goes out */
        readonly post: operations["registerUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/confirm/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Confirm the e-mail address with the token of a mail */
        readonly get: operations["confirmUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The page that asks for a confirmation mail
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["confirmationForm"];
        readonly put?: never;
        /** Send the confirmation mail again; the answer is the same for an unknown e-mail */
        readonly post: operations["resendConfirmation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/login": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get an access token */
        readonly post: operations["login"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/login/cookie": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Log in with a cookie in place of an access token */
        readonly post: operations["loginByCookie"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Delete the access token */
        readonly get: operations["logoutByGet"];
        readonly put?: never;
        /** Delete the access token */
        readonly post: operations["logout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/recover": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The page that asks for a mail to recover a lost password
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["recoveryForm"];
        readonly put?: never;
        /** Send a mail to recover a lost password; the answer is the same for an unknown e-mail */
        readonly post: operations["recoverPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/recover/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say whether the token of a recovery mail is good
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["checkRecovery"];
        readonly put?: never;
        /** Set a new password; ends every session, and the e-mail counts as confirmed */
        readonly post: operations["resetPassword"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/email/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say whether the token of a mail to a new e-mail address is good
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["checkEmail"];
        readonly put?: never;
        /** Change the e-mail address with the token of the mail to it; the address before gets a mail that can take it back */
        readonly post: operations["changeEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/email/back/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say whether the token that takes an e-mail address back is good
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["checkEmailBack"];
        readonly put?: never;
        /** Give an account its former e-mail address back; ends every session and voids the password */
        readonly post: operations["takeBackEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/invitation/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say whether the token of an invitation is good, and what to do with it
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["checkInvitation"];
        readonly put?: never;
        /** Get what waits for the e-mail address of an invitation, with the token of its link */
        readonly post: operations["acceptInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/invitation/refuse/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say whether the token of an invitation is good, and what to do with it
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["refusalForm"];
        readonly put?: never;
        /** Get no more invitations at the e-mail address of an invitation */
        readonly post: operations["refuseInvitations"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read oneself, when the own session began and ends, and how much of the quota is used
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["getOwnUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a user: all of oneself, the public part of others
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["getUser"];
        /** Change the own account; a new password ends every other session */
        readonly put: operations["updateUser"];
        readonly post?: never;
        /** Delete the own account and everything in it */
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        /** Change the own account; a new password ends every other session */
        readonly patch: operations["patchUser"];
        readonly trace?: never;
    };
    readonly "/api/users/{id}/email": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ask for another e-mail address; nothing changes until the link that goes to it is used */
        readonly post: operations["requestEmail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/{id}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the own sessions that are valid now, the one that was used last first
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        /** End all other sessions of oneself; with `all=true` this one too */
        readonly delete: operations["endSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/{id}/sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** End one of the own sessions */
        readonly delete: operations["endSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/users/{id}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Take along what one has: profile, sessions, folders, algorithms with their former versions, and shares */
        readonly get: operations["exportUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/byUserId/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the algorithms accessible by a user, of those that the requester can access too
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listAlgos"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find algorithms among those that the requester can access
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["searchAlgos"];
        readonly put?: never;
        /** Create an algorithm */
        readonly post: operations["createAlgo"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Import algorithms and folders from an export, from other files of JSON, or one algorithm */
        readonly post: operations["importAlgos"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an algorithm with its source code
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["getAlgo"];
        /** Change an algorithm, or who it is shared with */
        readonly put: operations["updateAlgo"];
        readonly post?: never;
        /** Delete an algorithm */
        readonly delete: operations["deleteAlgo"];
        readonly options?: never;
        readonly head?: never;
        /** Change the name, the source code or the sharing of an algorithm: what is absent stays */
        readonly patch: operations["patchAlgo"];
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Make an own copy of an algorithm */
        readonly post: operations["copyAlgo"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/droits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Give up the own right on an algorithm that another user shared */
        readonly delete: operations["leaveAlgo"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/byUserId/{id}/droits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Give up the own rights on all algorithms of one owner; with `refuse=true` that owner can give no more of them */
        readonly delete: operations["leaveOwner"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/shares": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List with whom the own algorithm is shared, and what waits for e-mail addresses
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listShares"];
        readonly put?: never;
        /** Share an algorithm with a user, or with the person who reads the mails of an e-mail address; a mail goes out */
        readonly post: operations["shareAlgo"];
        /** Withdraw a share that waits for an e-mail address */
        readonly delete: operations["endWaitingShare"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/shares/{idUtilisateur}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Take back the right of a user on the own algorithm */
        readonly delete: operations["endShare"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/dossier": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Move an algorithm into an own folder, or to the top */
        readonly put: operations["placeAlgo"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the former versions of the source code of an algorithm
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/versions/{version}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a former version of an algorithm with its source code
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["getVersion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/{id}/versions/{version}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Give an algorithm the source code of a former version, as a new version */
        readonly post: operations["restoreVersion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/bin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deleted algorithms of the requester that can be restored
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listBin"];
        readonly put?: never;
        readonly post?: never;
        /** Remove all deleted algorithms of the requester from the bin, for good */
        readonly delete: operations["emptyBin"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/bin/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Bring a deleted algorithm back from the bin */
        readonly post: operations["restoreAlgo"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/algos/bin/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Remove a deleted algorithm from the bin, for good */
        readonly delete: operations["purgeAlgo"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/folders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List all own folders, with the number of algorithms in each
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["listFolders"];
        readonly put?: never;
        /** Make a folder */
        readonly post: operations["createFolder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/folders/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Delete a folder; with `recursive=true` the folders in it too, and the own algorithms go to the bin */
        readonly delete: operations["deleteFolder"];
        readonly options?: never;
        readonly head?: never;
        /** Rename or move a folder: what is absent stays */
        readonly patch: operations["updateFolder"];
        readonly trace?: never;
    };
    readonly "/api/admin/accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the accounts by ascending id, or those whose address or name begins with a text
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminListAccounts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find an account by its id or its e-mail, with what it uses of its quota
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminFindAccount"];
        readonly put?: never;
        readonly post?: never;
        /** Delete an account and everything in it */
        readonly delete: operations["adminDelete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let the e-mail of an account count as confirmed */
        readonly post: operations["adminConfirm"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Refuse every login to an account, and end its sessions at once */
        readonly post: operations["adminDisable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Allow logins to a disabled account again */
        readonly post: operations["adminEnable"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/recovery": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send the mail to recover a password to the user of an account */
        readonly post: operations["adminSendRecovery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /** Set a new password of an account; ends every session, and does not enable a disabled account */
        readonly put: operations["adminSetPassword"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the sessions of an account that are valid now, at most 1,000
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminListSessions"];
        readonly put?: never;
        readonly post?: never;
        /** End all sessions of an account */
        readonly delete: operations["adminEndSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/accounts/{id}/shares": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count how many algorithms of an account are shared, and with how many people
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminCountShares"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Say how the service is: its stores, mails, disks and checks
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/mails": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the mails that wait, are being sent, or were given up
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminListMails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/mails/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Send a test mail to the own address; the list of mails shows whether it was refused */
        readonly post: operations["adminTestMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/mails/{name}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let a mail be sent again */
        readonly post: operations["adminRetryMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/mails/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Remove a mail */
        readonly delete: operations["adminDropMail"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/admin/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the events of accounts, the newest first, by account, kind and time
         * @description `HEAD` is answered as `GET` is, without the body.
         */
        readonly get: operations["adminListEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly OwnUser: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed. */
            readonly adresseMail: string;
            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
            readonly pseudo: string;
            /**
             * Format: int64
             * @description Date of registration, in milliseconds since the Unix epoch.
             */
            readonly dateInscription: number;
            /** @description Whether the e-mail address is confirmed. */
            readonly isVerified: boolean;
            /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
            readonly urlPfp: string | null;
            /** @description The language of mails that others cause. Null: that of the service. */
            readonly locale: ("en" | "fr") | null;
            /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
            readonly shareMails: boolean;
            /**
             * @description Of an owner of the service: what they may do. Others have none.
             * @enum {string}
             */
            readonly serviceRight?: "look" | "act";
        };
        readonly PublicUser: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
            readonly pseudo: string;
            /**
             * Format: int64
             * @description Date of registration, in milliseconds since the Unix epoch.
             */
            readonly dateInscription: number;
            /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
            readonly urlPfp: string | null;
        };
        readonly LoggedIn: {
            /** @description The access token: send it as `Authorization: Bearer TOKEN`. Only this answer has it. */
            readonly token: string;
            /**
             * Format: int64
             * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
             */
            readonly dateExpiration: number;
            /** @description The user. */
            readonly utilisateur: components["schemas"]["OwnUser"];
        };
        readonly OwnSession: {
            /** @description The user. */
            readonly utilisateur: components["schemas"]["OwnUser"];
            /** @description The session of the access token. */
            readonly session: {
                /**
                 * Format: int64
                 * @description Date of creation, in milliseconds since the Unix epoch.
                 */
                readonly dateCreation: number;
                /**
                 * Format: int64
                 * @description The last recorded use, in milliseconds since the Unix epoch. A use is recorded at most once in five minutes, soon after it.
                 */
                readonly dateUtilisation: number;
                /**
                 * Format: int64
                 * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
                 */
                readonly dateExpiration: number;
            };
            /** @description What the user owns, and may own. */
            readonly usage: {
                /** @description The number of algorithms. */
                readonly algos: {
                    /**
                     * Format: int64
                     * @description How much there is now.
                     */
                    readonly used: number;
                    /** @description The most that is allowed. Null if the server is set so that there is no limit. */
                    readonly limit: number | null;
                };
                /** @description Bytes of source code, as compact JSON. */
                readonly bytes: {
                    /**
                     * Format: int64
                     * @description How much there is now.
                     */
                    readonly used: number;
                    /** @description The most that is allowed. Null if the server is set so that there is no limit. */
                    readonly limit: number | null;
                    /**
                     * Format: int64
                     * @description Bytes of former versions, beside `used`: they have a room of their own.
                     */
                    readonly versions: number;
                };
            };
        };
        readonly Algorithm: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of creation, in milliseconds since the Unix epoch.
             */
            readonly dateCreation: number;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /**
             * Format: int64
             * @description The id of the user to whom the algorithm belongs.
             */
            readonly ownerId: number;
            /**
             * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
             * @enum {string}
             */
            readonly droits: "Owner" | "ReadWrite" | "Read";
            /** @description Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner. */
            readonly permsAlgorithme?: readonly {
                /**
                 * Format: int64
                 * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                 */
                readonly idUtilisateur: number;
                /**
                 * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                 * @enum {string}
                 */
                readonly droits: "ReadWrite" | "Read";
            }[];
            /** @description The folder of the requester in which the algorithm is; null: at the top. */
            readonly dossierId: number | null;
        };
        readonly ListedAlgorithm: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of creation, in milliseconds since the Unix epoch.
             */
            readonly dateCreation: number;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /**
             * Format: int64
             * @description The id of the user to whom the algorithm belongs.
             */
            readonly ownerId: number;
            /**
             * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
             * @enum {string}
             */
            readonly droits: "Owner" | "ReadWrite" | "Read";
            /** @description Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner. */
            readonly permsAlgorithme?: readonly {
                /**
                 * Format: int64
                 * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                 */
                readonly idUtilisateur: number;
                /**
                 * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                 * @enum {string}
                 */
                readonly droits: "ReadWrite" | "Read";
            }[];
            /**
             * Format: int64
             * @description The version of the record: its `ETag` without the quotes. Every change raises it.
             */
            readonly version: number;
        };
        readonly FormerVersion: {
            /**
             * Format: int64
             * @description The version of the record: its `ETag` without the quotes. Every change raises it.
             */
            readonly version: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /** @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`. */
            readonly idUtilisateur: number | null;
            /**
             * Format: int64
             * @description Bytes of source code, as compact JSON.
             */
            readonly bytes: number;
        };
        readonly DeletedAlgorithms: readonly {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of creation, in milliseconds since the Unix epoch.
             */
            readonly dateCreation: number;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /**
             * Format: int64
             * @description Date of deletion, in milliseconds since the Unix epoch.
             */
            readonly dateSuppression: number;
            /**
             * Format: int64
             * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
             */
            readonly dateExpiration: number;
            /**
             * Format: int64
             * @description Bytes of source code, as compact JSON.
             */
            readonly bytes: number;
        }[];
        readonly Violations: readonly {
            /** @description Where: a JSON Pointer. Of a file or folder that was imported: its path in the ZIP; empty for a body of JSON. */
            readonly path: string;
            /** @description The rule that is violated. It does not change. */
            readonly rule: string;
            /** @description The identifier of the answer, or of what was refused. It does not change. */
            readonly message: string;
        }[];
        readonly InvalidSource: {
            /**
             * @description Whether the source code is an algorithm.
             * @constant
             */
            readonly success: false;
            /** @description What is wrong with the source code. */
            readonly issues: readonly {
                /** @description Where: a JSON Pointer. Of a file or folder that was imported: its path in the ZIP; empty for a body of JSON. */
                readonly path: string;
                /** @description The rule that is violated. It does not change. */
                readonly rule: string;
                /** @description The identifier of the answer, or of what was refused. It does not change. */
                readonly message: string;
            }[];
        };
        readonly Folder: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /** @description The folder that it lies in. Null at the top. */
            readonly parentId: number | null;
        };
        readonly FolderTree: {
            /**
             * Format: int64
             * @description The number of algorithms.
             */
            readonly algos: number;
            /** @description All folders of the user, by ascending id. */
            readonly dossiers: readonly {
                /**
                 * Format: int64
                 * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
                 */
                readonly id: number;
                /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                readonly nom: string;
                /** @description The folder that it lies in. Null at the top. */
                readonly parentId: number | null;
                /**
                 * Format: int64
                 * @description The number of algorithms.
                 */
                readonly algos: number;
            }[];
        };
        readonly QuotaFigures: {
            /** @description The number of algorithms. */
            readonly algos: components["schemas"]["Figures"];
            /** @description Bytes of source code, as compact JSON. */
            readonly bytes: components["schemas"]["Figures"];
            /** @description How much of what is used is in the bin. */
            readonly bin: {
                /**
                 * Format: int64
                 * @description The number of algorithms.
                 */
                readonly algos: number;
                /**
                 * Format: int64
                 * @description Bytes of source code, as compact JSON.
                 */
                readonly bytes: number;
            };
        };
        readonly Figures: {
            /**
             * Format: int64
             * @description How much there is now.
             */
            readonly used: number;
            /**
             * Format: int64
             * @description The most that is allowed. Null if the server is set so that there is no limit.
             */
            readonly limit: number;
        };
        readonly UnavailableStores: {
            /** @description The stores that cannot answer. */
            readonly stores: readonly ("records" | "content" | "mails")[];
        };
        readonly FailedRequest: {
            /** @description The id of the request: the log has the cause under it. */
            readonly requestId: string;
        };
        readonly AlgorithmWithSource: {
            /**
             * Format: int64
             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
             */
            readonly id: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of creation, in milliseconds since the Unix epoch.
             */
            readonly dateCreation: number;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /**
             * Format: int64
             * @description The id of the user to whom the algorithm belongs.
             */
            readonly ownerId: number;
            /**
             * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
             * @enum {string}
             */
            readonly droits: "Owner" | "ReadWrite" | "Read";
            /** @description Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner. */
            readonly permsAlgorithme?: readonly {
                /**
                 * Format: int64
                 * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                 */
                readonly idUtilisateur: number;
                /**
                 * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                 * @enum {string}
                 */
                readonly droits: "ReadWrite" | "Read";
            }[];
            /** @description The folder of the requester in which the algorithm is; null: at the top. */
            readonly dossierId: number | null;
            /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
            readonly sourceCode: {
                readonly [key: string]: unknown;
            } | readonly unknown[];
        };
        readonly FormerVersionWithSource: {
            /**
             * Format: int64
             * @description The version of the record: its `ETag` without the quotes. Every change raises it.
             */
            readonly version: number;
            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
            readonly nom: string;
            /**
             * Format: int64
             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
             */
            readonly dateModification: number;
            /** @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`. */
            readonly idUtilisateur: number | null;
            /**
             * Format: int64
             * @description Bytes of source code, as compact JSON.
             */
            readonly bytes: number;
            /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
            readonly sourceCode: {
                readonly [key: string]: unknown;
            } | readonly unknown[];
        };
    };
    responses: {
        /** @description `Responses.Admin.Success.Account_changed`: The account was changed. */
        readonly "Admin.200.Account_changed": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 200;
                    /** @enum {string} */
                    readonly message: "Responses.Admin.Success.Account_changed";
                    readonly data: {
                        /**
                         * Format: int64
                         * @description Of an account: its number. Of an event: its place among all events.
                         */
                        readonly id: number;
                        /** @description E-mail address of the account. */
                        readonly adresseMail: string;
                        /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                        readonly pseudo: string;
                        /**
                         * Format: int64
                         * @description Date of registration, in milliseconds since the Unix epoch.
                         */
                        readonly dateInscription: number;
                        /** @description Whether the e-mail address is confirmed. */
                        readonly isVerified: boolean;
                        /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                        readonly urlPfp: string | null;
                        /** @description The language of mails that others cause. Null: that of the service. */
                        readonly locale: ("en" | "fr") | null;
                        /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                        readonly shareMails: boolean;
                        /**
                         * @description Of an owner of the service: what they may do. Others have none.
                         * @enum {string}
                         */
                        readonly serviceRight?: "look" | "act";
                        /** @description Whether every login to the account is refused. */
                        readonly isDisabled: boolean;
                    };
                };
            };
        };
        /** @description `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this. */
        readonly "Admin.403.Forbidden": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.Admin.Forbidden";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this.
         */
        readonly "Admin.403.Foreign_page.Forbidden.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.Admin.Forbidden";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this.
         *
         *     `Responses.Admin.Owner_account`: The account of an owner of the service can only be changed on the machine.
         */
        readonly "Admin.403.Foreign_page.Forbidden.Owner_account": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.Admin.Forbidden" | "Responses.Admin.Owner_account";
                };
            };
        };
        /** @description `Responses.Admin.Mail_being_sent`: The mail is being sent at this moment. */
        readonly "Admin.409.Mail_being_sent": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 409;
                    /** @enum {string} */
                    readonly message: "Responses.Admin.Mail_being_sent";
                };
            };
        };
        /** @description `Responses.Algo.Success.Share_ended`: The algorithm is not shared with this person any more. */
        readonly "Algos.200.Share_ended": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 200;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Success.Share_ended";
                };
            };
        };
        /** @description `Responses.General.Invalid_data`: Something in the data is not valid. */
        readonly "Algos.400.Invalid_data": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                };
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.General.Malformed_json`: The body is not valid JSON.
         */
        readonly "Algos.400.Invalid_data.Malformed_json": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Malformed_json";
                    readonly data: {
                        /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                        readonly line: number | null;
                        /** @description The column of that line, from 1. Null if it is not known. */
                        readonly column: number | null;
                    };
                };
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.General.Malformed_json`: The body is not valid JSON.
         *
         *     `Responses.General.Missing_data`: Something that is required is missing.
         */
        readonly "Algos.400.Invalid_data.Malformed_json.Missing_data": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Malformed_json";
                    readonly data: {
                        /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                        readonly line: number | null;
                        /** @description The column of that line, from 1. Null if it is not known. */
                        readonly column: number | null;
                    };
                } | {
                    /** @constant */
                    readonly status: 400;
                    /** @enum {string} */
                    readonly message: "Responses.General.Missing_data";
                };
            };
        };
        /** @description `Responses.General.Unauthorized`: Please log in. */
        readonly "Algos.401.Unauthorized": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 401;
                    /** @enum {string} */
                    readonly message: "Responses.General.Unauthorized";
                };
            };
        };
        /** @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that. */
        readonly "Algos.403.Foreign_page": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.Algo.Forbidden_leave`: The owner cannot leave an algorithm, only delete it.
         */
        readonly "Algos.403.Foreign_page.Forbidden_leave": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_leave";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.Algo.Forbidden_share`: Only the owner decides who an algorithm is shared with.
         */
        readonly "Algos.403.Foreign_page.Forbidden_share": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_share";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.Algo.Forbidden_update`: You may read this algorithm, not change it.
         *
         *     `Responses.Algo.Forbidden_share`: Only the owner decides who an algorithm is shared with.
         *
         *     `Responses.Algo.Quota_exceeded`: There is no room left for this: the owner has as much as one user may have.
         */
        readonly "Algos.403.Foreign_page.Forbidden_update.Forbidden_share.Quota_exceeded": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_update" | "Responses.Algo.Forbidden_share";
                } | {
                    /** @constant */
                    readonly status: 403;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Quota_exceeded";
                    readonly data?: components["schemas"]["QuotaFigures"];
                };
            };
        };
        /** @description `Responses.User.Not_found`: There is no such user. */
        readonly "Algos.404.Not_found": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 404;
                    /** @enum {string} */
                    readonly message: "Responses.User.Not_found";
                };
            };
        };
        /** @description `Responses.Algo.Not_found`: There is no such algorithm. */
        readonly "Algos.404.Not_found.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 404;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Not_found";
                };
            };
        };
        /** @description `Responses.Algo.Not_found`: There is no such algorithm. */
        readonly "Algos.404.Not_found.3": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 404;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Not_found";
                };
            };
        };
        /**
         * @description `Responses.Algo.Not_found`: There is no such algorithm.
         *
         *     `Responses.Algo.Share_not_found`: The algorithm is not shared with this person, or nothing waits for this address. The list of its shares says who has it.
         */
        readonly "Algos.404.Not_found.Share_not_found": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 404;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Not_found" | "Responses.Algo.Share_not_found";
                };
            };
        };
        /** @description `Responses.Algo.Conflict`: The algorithm was changed meanwhile. */
        readonly "Algos.412.Conflict": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 412;
                    /** @enum {string} */
                    readonly message: "Responses.Algo.Conflict";
                };
            };
        };
        /** @description `Responses.General.Payload_too_large`: The body is too large. */
        readonly "Algos.413.Payload_too_large": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 413;
                    /** @enum {string} */
                    readonly message: "Responses.General.Payload_too_large";
                };
            };
        };
        /** @description `Responses.General.Unsupported_media_type`: The body has a type that is not understood. */
        readonly "Algos.415.Unsupported_media_type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 415;
                    /** @enum {string} */
                    readonly message: "Responses.General.Unsupported_media_type";
                    readonly data: {
                        /** @description The media types that are accepted. */
                        readonly types: readonly string[];
                    };
                };
            };
        };
        /** @description `Responses.General.Too_many_requests`: Too many tries. Please wait a little. */
        readonly "Algos.429.Too_many_requests": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 429;
                    /** @enum {string} */
                    readonly message: "Responses.General.Too_many_requests";
                };
            };
        };
        /** @description `Responses.General.Unavailable`: The service cannot answer right now. Please try again in a moment. */
        readonly "Algos.503.Unavailable": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 503;
                    /** @enum {string} */
                    readonly message: "Responses.General.Unavailable";
                    readonly data?: components["schemas"]["UnavailableStores"];
                };
            };
        };
        /** @description `Responses.Folder.Not_found`: There is no such folder. */
        readonly "Folders.404.Not_found": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 404;
                    /** @enum {string} */
                    readonly message: "Responses.Folder.Not_found";
                };
            };
        };
        /** @description `Responses.Folder.Conflict`: The folders were changed meanwhile. */
        readonly "Folders.412.Conflict": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 412;
                    /** @enum {string} */
                    readonly message: "Responses.Folder.Conflict";
                };
            };
        };
        /** @description `Responses.General.Internal_error`: Something went wrong on our side. */
        readonly "Root.500.Internal_error": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @constant */
                    readonly status: 500;
                    /** @enum {string} */
                    readonly message: "Responses.General.Internal_error";
                    readonly data: components["schemas"]["FailedRequest"];
                };
            };
        };
        /** @description `Responses.General.Success.Form`: This address has a form for people. */
        readonly "Users.200.Form": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Success.Form";
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.User.Success.Invitation_valid`: Something is shared with this e-mail address. */
        readonly "Users.200.Invitation_valid": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.User.Success.Invitation_valid";
                    readonly data: {
                        /** @description E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed. */
                        readonly adresseMail: string;
                    };
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Invalid_data`: Something in the data is not valid. */
        readonly "Users.400.Invalid_data.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Invalid_data`: Something in the data is not valid. */
        readonly "Users.400.Invalid_data.5": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                };
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.User.Invalid_token`: This link is not valid any more. Please ask for a new one.
         */
        readonly "Users.400.Invalid_data.Invalid_token": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.User.Invalid_token";
                };
                readonly "text/html": string;
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.User.Invalid_token`: This link is not valid any more. Please ask for a new one.
         */
        readonly "Users.400.Invalid_data.Invalid_token.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.User.Invalid_token";
                };
                readonly "text/html": string;
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.General.Malformed_json`: The body is not valid JSON.
         *
         *     `Responses.General.Missing_data`: Something that is required is missing.
         */
        readonly "Users.400.Invalid_data.Malformed_json.Missing_data": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.General.Malformed_json";
                    readonly data: {
                        /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                        readonly line: number | null;
                        /** @description The column of that line, from 1. Null if it is not known. */
                        readonly column: number | null;
                    };
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.General.Missing_data";
                };
                readonly "text/html": string;
            };
        };
        /**
         * @description `Responses.General.Invalid_data`: Something in the data is not valid.
         *
         *     `Responses.General.Malformed_json`: The body is not valid JSON.
         *
         *     `Responses.General.Missing_data`: Something that is required is missing.
         */
        readonly "Users.400.Invalid_data.Malformed_json.Missing_data.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Invalid_data";
                    readonly data: components["schemas"]["Violations"];
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.General.Malformed_json";
                    readonly data: {
                        /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                        readonly line: number | null;
                        /** @description The column of that line, from 1. Null if it is not known. */
                        readonly column: number | null;
                    };
                } | {
                    /** @enum {string} */
                    readonly message: "Responses.General.Missing_data";
                };
            };
        };
        /** @description `Responses.General.Unauthorized`: Please log in. */
        readonly "Users.401.Unauthorized": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Unauthorized";
                };
            };
        };
        /** @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that. */
        readonly "Users.403.Foreign_page": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.User.Forbidden`: You may do this to your own account only.
         */
        readonly "Users.403.Foreign_page.Forbidden.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.User.Forbidden";
                };
            };
        };
        /**
         * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
         *
         *     `Responses.User.Forbidden`: You may do this to your own account only.
         *
         *     `Responses.User.Wrong_password`: The current password is wrong.
         */
        readonly "Users.403.Foreign_page.Forbidden.Wrong_password": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Foreign_page" | "Responses.User.Forbidden" | "Responses.User.Wrong_password";
                };
            };
        };
        /** @description `Responses.User.Not_found`: There is no such user. */
        readonly "Users.404.Not_found": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.User.Not_found";
                };
            };
        };
        /** @description `Responses.General.Payload_too_large`: The body is too large. */
        readonly "Users.413.Payload_too_large": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Payload_too_large";
                };
            };
        };
        /** @description `Responses.General.Payload_too_large`: The body is too large. */
        readonly "Users.413.Payload_too_large.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Payload_too_large";
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Unsupported_media_type`: The body has a type that is not understood. */
        readonly "Users.415.Unsupported_media_type": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Unsupported_media_type";
                    readonly data: {
                        /** @description The media types that are accepted. */
                        readonly types: readonly string[];
                    };
                };
            };
        };
        /** @description `Responses.General.Unsupported_media_type`: The body has a type that is not understood. */
        readonly "Users.415.Unsupported_media_type.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Unsupported_media_type";
                    readonly data: {
                        /** @description The media types that are accepted. */
                        readonly types: readonly string[];
                    };
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Too_many_requests`: Too many tries. Please wait a little. */
        readonly "Users.429.Too_many_requests": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Too_many_requests";
                };
            };
        };
        /** @description `Responses.General.Too_many_requests`: Too many tries. Please wait a little. */
        readonly "Users.429.Too_many_requests.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Too_many_requests";
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Internal_error`: Something went wrong on our side. */
        readonly "Users.500.Internal_error": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Internal_error";
                    readonly data: components["schemas"]["FailedRequest"];
                };
            };
        };
        /** @description `Responses.General.Internal_error`: Something went wrong on our side. */
        readonly "Users.500.Internal_error.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Internal_error";
                    readonly data: components["schemas"]["FailedRequest"];
                };
                readonly "text/html": string;
            };
        };
        /** @description `Responses.General.Unavailable`: The service cannot answer right now. Please try again in a moment. */
        readonly "Users.503.Unavailable": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Unavailable";
                    readonly data?: components["schemas"]["UnavailableStores"];
                };
            };
        };
        /** @description `Responses.General.Unavailable`: The service cannot answer right now. Please try again in a moment. */
        readonly "Users.503.Unavailable.2": {
            headers: {
                readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly message: "Responses.General.Unavailable";
                    readonly data?: components["schemas"]["UnavailableStores"];
                };
                readonly "text/html": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request. The log has it. */
        readonly "X-Request-Id": string;
        /**
         * @description That browsers save the answer as a file, and its name.
         * @example attachment; filename="algotheque.zip"
         */
        readonly "Content-Disposition": string;
        /**
         * @description The version of the algorithm, or of all folders of the user, for `If-Match` and, of algorithms, `If-None-Match`. Every change raises it.
         * @example "1"
         */
        readonly ETag: string;
        /**
         * @description The path of the new record.
         * @example /api/users/1
         */
        readonly Location: string;
        /**
         * @description The session of a browser: the access token in a cookie that scripts cannot read (`HttpOnly`, `SameSite=Lax`, of this host only). After a logout, the end of that cookie.
         * @example algotheque=F7ljnJnuu4vyfcWZpK52KszwWEPNjZJicAmN-UA_bIM; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax
         */
        readonly "Set-Cookie": string;
        /**
         * @description The address of the next page, with `rel="next"`. Without it this page is the last one.
         * @example </api/algos/byUserId/1?limit=1&after=1>; rel="next"
         */
        readonly Link: string;
        /** @description What an import did besides what the report has room for: how many files and folders were `created`, `present`, `refused`, and how many were not looked at (`unread`) because too many were refused. Without it the report has all. */
        readonly "X-Entries-Left-Out": string;
        /** @description How many records are damaged in the store, and so are not in the answer. Without it none is. */
        readonly "X-Records-Left-Out": number;
        /**
         * @description How many records are found on all pages together, if `total=true` asked for it.
         * @example 1
         */
        readonly "X-Total-Count": number;
        /** @description There may be more than `X-Total-Count`: a count looks at 10,000 own algorithms and 10,000 that others share, at most. */
        readonly "X-Total-Count-Or-More": "true";
        /** @description With `Responses.General.Missing_data`: the required fields that are missing, with `, ` between them. `email|idUtilisateur` is a choice: one of these is required. */
        readonly "X-Missing-Fields": string;
        /**
         * @description How many seconds to wait before the next try.
         * @example 60
         */
        readonly "Retry-After": number;
        /**
         * @description The scheme of the access token, with an error if one was sent.
         * @example Bearer
         */
        readonly "WWW-Authenticate": "Bearer" | "Bearer error=\"invalid_token\"";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly alive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.General.Success.Alive`: The service is running. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.General.Success.Alive";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
        };
    };
    readonly ready: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.General.Success.Ready`: The service is ready. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.General.Success.Ready";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            /** @description `Responses.General.Unavailable`: The service cannot answer right now. Please try again in a moment. */
            readonly 503: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 503;
                        /** @enum {string} */
                        readonly message: "Responses.General.Unavailable";
                        readonly data?: components["schemas"]["UnavailableStores"];
                    };
                };
            };
        };
    };
    readonly registerUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                    readonly pseudo: string;
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Created`: The account was created. A mail to confirm the address is on its way. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Created";
                        readonly data: components["schemas"]["OwnUser"];
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.General.Missing_data`: Something that is required is missing.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @enum {string} */
                        readonly message: "Responses.General.Missing_data";
                    };
                };
            };
            /** @description `Responses.User.Email_already_exists`: There is an account with this e-mail address already. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Email_already_exists";
                    };
                };
            };
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly confirmUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Confirmed`: Your e-mail address is confirmed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Confirmed";
                        readonly data: components["schemas"]["OwnUser"];
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            /** @description `Responses.User.Not_found`: There is no such user. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Not_found";
                    };
                    readonly "text/html": string;
                };
            };
            /** @description `Responses.User.Already_confirmed`: This e-mail address is confirmed already. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Already_confirmed";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly confirmationForm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Users.200.Form"];
            readonly 400: components["responses"]["Users.400.Invalid_data.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
        };
    };
    readonly resendConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                };
                readonly "application/x-www-form-urlencoded": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Confirmation_sent`: If there is something to confirm, a mail is on its way. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Confirmation_sent";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 413: components["responses"]["Users.413.Payload_too_large.2"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type.2"];
            readonly 429: components["responses"]["Users.429.Too_many_requests.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly login: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain. */
                    readonly email: string;
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Logged_in`: You are logged in. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Logged_in";
                        readonly data: components["schemas"]["LoggedIn"];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            /** @description `Responses.User.Invalid_credentials`: E-mail address or password is wrong. */
            readonly 401: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Invalid_credentials";
                    };
                };
            };
            /** @description `Responses.User.Not_verified`: Please confirm your e-mail address first. */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Not_verified";
                    };
                };
            };
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            /** @description `Responses.General.Too_many_requests`: Too many tries. Please wait a little. */
            readonly 429: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Too_many_requests";
                    };
                };
            };
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly loginByCookie: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain. */
                    readonly email: string;
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Logged_in`: You are logged in. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Logged_in";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
                             */
                            readonly dateExpiration: number;
                            /** @description The user. */
                            readonly utilisateur: components["schemas"]["OwnUser"];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            /** @description `Responses.User.Invalid_credentials`: E-mail address or password is wrong. */
            readonly 401: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Invalid_credentials";
                    };
                };
            };
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.General.Https_needed`: Your browser keeps the session only if you open the https address of this service.
             *
             *     `Responses.User.Not_verified`: Please confirm your e-mail address first.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.General.Https_needed" | "Responses.User.Not_verified";
                    };
                };
            };
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly logoutByGet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Logged_out`: You are logged out. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Logged_out";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly logout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Logged_out`: You are logged out. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Set-Cookie": components["headers"]["Set-Cookie"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Logged_out";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            /** @description `Responses.General.Unauthorized`: Please log in. */
            readonly 401: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Unauthorized";
                    };
                };
            };
            readonly 403: components["responses"]["Users.403.Foreign_page"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly recoveryForm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Users.200.Form"];
            readonly 400: components["responses"]["Users.400.Invalid_data.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
        };
    };
    readonly recoverPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                };
                readonly "application/x-www-form-urlencoded": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Recovery_sent`: If there is an account with this address, a mail is on its way. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Recovery_sent";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 413: components["responses"]["Users.413.Payload_too_large.2"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type.2"];
            readonly 429: components["responses"]["Users.429.Too_many_requests.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly checkRecovery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Token_valid`: You can choose a new password. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Token_valid";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly resetPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
                readonly "application/x-www-form-urlencoded": {
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Password_reset`: Your new password is set. Please log in with it. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Password_reset";
                    };
                    readonly "text/html": string;
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.General.Missing_data`: Something that is required is missing.
             *
             *     `Responses.User.Invalid_token`: This link is not valid any more. Please ask for a new one.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @enum {string} */
                        readonly message: "Responses.General.Missing_data" | "Responses.User.Invalid_token";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 413: components["responses"]["Users.413.Payload_too_large.2"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type.2"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly checkEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Email_change_valid`: You can give your account this e-mail address. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Email_change_valid";
                        readonly data: {
                            /** @description E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed. */
                            readonly adresseMail: string;
                            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                            readonly pseudo: string;
                        };
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly changeEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Email_changed`: Your account has the new e-mail address. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Email_changed";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token.2"];
            /**
             * @description `Responses.User.Email_changed_too_often`: The e-mail address was changed too often. Please wait some days.
             *
             *     `Responses.User.Email_already_exists`: There is an account with this e-mail address already.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Email_changed_too_often" | "Responses.User.Email_already_exists";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly checkEmailBack: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Email_back_valid`: You can give your account this e-mail address back. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Email_back_valid";
                        readonly data: {
                            /** @description E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed. */
                            readonly adresseMail: string;
                            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                            readonly pseudo: string;
                        };
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly takeBackEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Email_taken_back`: Your account has its e-mail address back. A mail to choose a new password is on its way. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Email_taken_back";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly checkInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Users.200.Invitation_valid"];
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Invitation_accepted`: What was shared with this e-mail address is among your algorithms. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Invitation_accepted";
                        readonly data: {
                            /** @description The ids of the algorithms that the user can read or change now. */
                            readonly algos: readonly number[];
                            /** @description Whether nothing is left that waits. Else the request may be sent again. */
                            readonly isComplete: boolean;
                        };
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.User.Invalid_token`: This link is not valid any more. Please ask for a new one.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @enum {string} */
                        readonly message: "Responses.User.Invalid_token";
                    };
                };
            };
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly refusalForm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Users.200.Invitation_valid"];
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly refuseInvitations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The token of the link in a mail. */
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Invitations_refused`: This e-mail address gets no more invitations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Invitations_refused";
                    };
                    readonly "text/html": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Invalid_token"];
            readonly 500: components["responses"]["Users.500.Internal_error.2"];
            readonly 503: components["responses"]["Users.503.Unavailable.2"];
        };
    };
    readonly getOwnUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Found`: Here is the user. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Found";
                        readonly data: components["schemas"]["OwnSession"];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Found`: Here is the user. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Found";
                        readonly data: components["schemas"]["OwnUser"] | components["schemas"]["PublicUser"];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            /** @description `Responses.User.Not_found`: There is no such user. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Not_found";
                    };
                };
            };
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                    readonly pseudo?: string;
                    /** @description The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so. */
                    readonly currentPassword: string;
                    /** @description The password from now on. It is normalised to NFC before its code points are counted. It ends every other session. */
                    readonly newPassword?: string;
                    /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                    readonly urlPfp?: string | null;
                    /**
                     * @description The language of mails that others cause. Null: that of the service.
                     * @enum {string}
                     */
                    readonly locale?: "en" | "fr";
                    /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                    readonly shareMails?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Updated`: Your account was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Updated";
                        readonly data: components["schemas"]["OwnUser"];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.User.Forbidden`: You may do this to your own account only.
             *
             *     `Responses.User.Wrong_password`: The current password is wrong.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.User.Forbidden" | "Responses.User.Wrong_password";
                    };
                };
            };
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so. */
                    readonly currentPassword?: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Deleted`: The account and everything in it were deleted. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Deleted";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.User.Forbidden`: You may do this to your own account only.
             *
             *     `Responses.User.Wrong_password`: The current password is wrong.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.User.Forbidden" | "Responses.User.Wrong_password";
                    };
                };
            };
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly patchUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                    readonly pseudo?: string;
                    /** @description The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so. */
                    readonly currentPassword: string;
                    /** @description The password from now on. It is normalised to NFC before its code points are counted. It ends every other session. */
                    readonly newPassword?: string;
                    /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                    readonly urlPfp?: string | null;
                    /**
                     * @description The language of mails that others cause. Null: that of the service.
                     * @enum {string}
                     */
                    readonly locale?: "en" | "fr";
                    /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                    readonly shareMails?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Updated`: Your account was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Updated";
                        readonly data: components["schemas"]["OwnUser"];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page.Forbidden.Wrong_password"];
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly requestEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so. */
                    readonly currentPassword: string;
                    /**
                     * Format: email
                     * @description The e-mail address that the account is to have. The rules are those of a registration. Nothing changes until the link in the mail to it is used.
                     */
                    readonly newEmail: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.User.Success.Email_change_sent`: A mail is on its way to the new address. Nothing changes before. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Email_change_sent";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.Malformed_json.Missing_data.2"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page.Forbidden.Wrong_password"];
            readonly 404: components["responses"]["Users.404.Not_found"];
            /** @description `Responses.User.Email_changed_too_often`: The e-mail address was changed too often. Please wait some days. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Email_changed_too_often";
                    };
                };
            };
            readonly 413: components["responses"]["Users.413.Payload_too_large"];
            readonly 415: components["responses"]["Users.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Sessions_listed`: Here are your sessions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Sessions_listed";
                        readonly data: readonly {
                            /** @description The id of the session. It tells nothing of the access token, and nobody can log in with it. */
                            readonly sessionId: string;
                            /**
                             * Format: int64
                             * @description Date of creation, in milliseconds since the Unix epoch.
                             */
                            readonly dateCreation: number;
                            /**
                             * Format: int64
                             * @description The last recorded use, in milliseconds since the Unix epoch. A use is recorded at most once in five minutes, soon after it.
                             */
                            readonly dateUtilisation: number;
                            /**
                             * Format: int64
                             * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
                             */
                            readonly dateExpiration: number;
                            /** @description The program that logged in, by its `User-Agent`, as `Firefox, Linux`. Null if it is not known. */
                            readonly client: string | null;
                            /** @description The network that logged in: the /24 of an IPv4 address, the /48 of an IPv6 address. The whole address is not kept. Null if it is not known. */
                            readonly address: string | null;
                            /** @description Whether it is the session of the access token. */
                            readonly isCurrent: boolean;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            /** @description `Responses.User.Forbidden`: You may do this to your own account only. */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Forbidden";
                    };
                };
            };
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly endSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether the session that asks ends too. Default: false. */
                readonly all?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Sessions_ended`: The sessions were ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Sessions_ended";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page.Forbidden.2"];
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
                /** @description The id of the session, from the list of sessions. */
                readonly sessionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.User.Success.Session_ended`: The session was ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Success.Session_ended";
                    };
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page.Forbidden.2"];
            /**
             * @description `Responses.User.Not_found`: There is no such user.
             *
             *     `Responses.User.Session_not_found`: There is no such session; perhaps it has ended already.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly message: "Responses.User.Not_found" | "Responses.User.Session_not_found";
                    };
                };
            };
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly exportUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Here is all that you have. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": string;
                };
            };
            readonly 400: components["responses"]["Users.400.Invalid_data.5"];
            readonly 401: components["responses"]["Users.401.Unauthorized"];
            readonly 403: components["responses"]["Users.403.Foreign_page.Forbidden.2"];
            readonly 404: components["responses"]["Users.404.Not_found"];
            readonly 429: components["responses"]["Users.429.Too_many_requests"];
            readonly 500: components["responses"]["Users.500.Internal_error"];
            readonly 503: components["responses"]["Users.503.Unavailable"];
        };
    };
    readonly listAlgos: {
        readonly parameters: {
            readonly query?: {
                /** @description The most records in the answer. Without it the list is complete. */
                readonly limit?: number;
                /** @description Only records with a larger id than this one. */
                readonly after?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Listed`: Here are the algorithms. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly "X-Records-Left-Out": components["headers"]["X-Records-Left-Out"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Listed";
                        readonly data: readonly components["schemas"]["ListedAlgorithm"][];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly searchAlgos: {
        readonly parameters: {
            readonly query?: {
                /** @description `owner`: what the requester owns. `shared`: what others share with the requester. `all`, the default: both. */
                readonly role?: "owner" | "shared" | "all";
                /** @description Only what the requester keeps in this folder; `null`: at the top. */
                readonly dossierId?: number | null;
                /** @description Every word of it must begin a word of the name, without regard to case and accents. */
                readonly q?: string;
                /** @description The order. With `-` it is the other way round. Default: `nom`. */
                readonly sort?: "nom" | "-nom" | "dateCreation" | "-dateCreation" | "dateModification" | "-dateModification";
                /** @description Only what was changed at this time or later, in milliseconds since the Unix epoch. */
                readonly modifiedSince?: number;
                /** @description The most records in the answer. Default: 100. With `q`, `dossierId` or `modifiedSince` an answer may have fewer, or none, although a `Link` says that more follow. */
                readonly limit?: number;
                /** @description The position behind which the answer begins, as the `Link` of the page before has it. It is valid for the same `sort`, also when records come and go. */
                readonly after?: string;
                /** @description Whether `X-Total-Count` says how many are found on all pages together. Default: false. */
                readonly total?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Listed`: Here are the algorithms. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly "X-Records-Left-Out": components["headers"]["X-Records-Left-Out"];
                    readonly "X-Total-Count": components["headers"]["X-Total-Count"];
                    readonly "X-Total-Count-Or-More": components["headers"]["X-Total-Count-Or-More"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Listed";
                        readonly data: readonly {
                            /**
                             * Format: int64
                             * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
                             */
                            readonly id: number;
                            /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                            readonly nom: string;
                            /**
                             * Format: int64
                             * @description Date of creation, in milliseconds since the Unix epoch.
                             */
                            readonly dateCreation: number;
                            /**
                             * Format: int64
                             * @description Date of the last change by its owner or a writer, in milliseconds since the Unix epoch; of a former version, when its source code was saved.
                             */
                            readonly dateModification: number;
                            /**
                             * Format: int64
                             * @description The id of the user to whom the algorithm belongs.
                             */
                            readonly ownerId: number;
                            /**
                             * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                             * @enum {string}
                             */
                            readonly droits: "Owner" | "ReadWrite" | "Read";
                            /**
                             * Format: int64
                             * @description The version of the record: its `ETag` without the quotes. Every change raises it.
                             */
                            readonly version: number;
                            /** @description The folder of the requester in which the algorithm is; null: at the top. */
                            readonly dossierId: number | null;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly createAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom: string;
                    /**
                     * Format: int64
                     * @description The id of the user to whom the algorithm belongs.
                     */
                    readonly ownerId: number;
                    /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
                    readonly sourceCode: object;
                    /** @description The folder of the requester in which the algorithm is; null: at the top. */
                    readonly dossierId?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Created`: The algorithm was created. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 201;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Created";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.General.Missing_data`: Something that is required is missing.
             *
             *     `Responses.Algo.Invalid`: The source code is not a valid algorithm.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Missing_data";
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Invalid";
                        readonly data: components["schemas"]["InvalidSource"];
                    };
                };
            };
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Algo.Forbidden_create`: You can create algorithms for yourself only.
             *
             *     `Responses.Algo.Quota_exceeded`: There is no room left for this: the owner has as much as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_create";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Quota_exceeded";
                        readonly data?: components["schemas"]["QuotaFigures"];
                    };
                };
            };
            /** @description `Responses.Folder.Not_found`: There is no such folder. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Not_found";
                    };
                };
            };
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly importAlgos: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom: string;
                    /** @description The names of the folders in which it is, from the top. Those that are missing are made. Default: none, it is at the top. */
                    readonly dossier?: readonly string[];
                    /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
                    readonly sourceCode: object;
                };
                readonly "application/zip": string;
                readonly "application/x-zip-compressed": string;
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Imported`: The files were read: see what became of each. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Entries-Left-Out": components["headers"]["X-Entries-Left-Out"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Imported";
                        readonly data: readonly {
                            /** @description Where: a JSON Pointer. Of a file or folder that was imported: its path in the ZIP; empty for a body of JSON. */
                            readonly path: string;
                            /**
                             * @description `created`; `present`: the user had it already, with the same name, folder and content; `refused`: see `message` and `violations`.
                             * @enum {string}
                             */
                            readonly outcome: "created" | "present" | "refused";
                            /** @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path. */
                            readonly id: number | null;
                            /** @description The identifier of the answer, or of what was refused. It does not change. */
                            readonly message?: string;
                            /** @description What is wrong with a file that was refused: at most ten things. */
                            readonly violations?: readonly {
                                /** @description Where: a JSON Pointer. Of a file or folder that was imported: its path in the ZIP; empty for a body of JSON. */
                                readonly path: string;
                                /** @description The rule that is violated. It does not change. */
                                readonly rule: string;
                                /** @description The identifier of the answer, or of what was refused. It does not change. */
                                readonly message: string;
                            }[];
                            /** @description What the answer is about. */
                            readonly data?: {
                                /** @description The number of algorithms. */
                                readonly algos: {
                                    /**
                                     * Format: int64
                                     * @description How much there is now.
                                     */
                                    readonly used: number;
                                    /**
                                     * Format: int64
                                     * @description The most that is allowed. Null if the server is set so that there is no limit.
                                     */
                                    readonly limit: number;
                                };
                                /** @description Bytes of source code, as compact JSON. */
                                readonly bytes: {
                                    /**
                                     * Format: int64
                                     * @description How much there is now.
                                     */
                                    readonly used: number;
                                    /**
                                     * Format: int64
                                     * @description The most that is allowed. Null if the server is set so that there is no limit.
                                     */
                                    readonly limit: number;
                                };
                                /** @description How much of what is used is in the bin. */
                                readonly bin: {
                                    /**
                                     * Format: int64
                                     * @description The number of algorithms.
                                     */
                                    readonly algos: number;
                                    /**
                                     * Format: int64
                                     * @description Bytes of source code, as compact JSON.
                                     */
                                    readonly bytes: number;
                                };
                            } | {
                                /**
                                 * Format: int64
                                 * @description How much there is now.
                                 */
                                readonly used: number;
                                /**
                                 * Format: int64
                                 * @description The most that is allowed. Null if the server is set so that there is no limit.
                                 */
                                readonly limit: number;
                            };
                        }[];
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.General.Malformed_zip`: The body is not a valid ZIP.
             *
             *     `Responses.General.Missing_data`: Something that is required is missing.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_zip" | "Responses.General.Missing_data";
                    };
                };
            };
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly getAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is one of them, the answer is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Found`: Here is the algorithm. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Found";
                        readonly data: components["schemas"]["AlgorithmWithSource"];
                    };
                };
            };
            /** @description The version has not changed. */
            readonly 304: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 404: components["responses"]["Algos.404.Not_found.2"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly updateAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: int64
                     * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
                     */
                    readonly id?: number;
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom: string;
                    /** @description Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner. */
                    readonly permsAlgorithme?: readonly {
                        /**
                         * Format: int64
                         * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                         */
                        readonly idUtilisateur: number;
                        /**
                         * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                         * @enum {string}
                         */
                        readonly droits: "ReadWrite" | "Read";
                    }[];
                    /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
                    readonly sourceCode: object;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Updated`: The algorithm was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Updated";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.General.Missing_data`: Something that is required is missing.
             *
             *     `Responses.Algo.Invalid`: The source code is not a valid algorithm.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Missing-Fields": components["headers"]["X-Missing-Fields"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Missing_data";
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Invalid";
                        readonly data: components["schemas"]["InvalidSource"];
                    };
                };
            };
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_update.Forbidden_share.Quota_exceeded"];
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 412: components["responses"]["Algos.412.Conflict"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly deleteAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Deleted`: The algorithm was deleted. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Deleted";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Algo.Forbidden_delete`: Only the owner may delete an algorithm.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_delete";
                    };
                };
            };
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 412: components["responses"]["Algos.412.Conflict"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly patchAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: int64
                     * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
                     */
                    readonly id?: number;
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom?: string;
                    /** @description Users with whom the algorithm is shared. Only the owner sees it and may send it. Each user must exist, must be in it only once, and must not be the owner. */
                    readonly permsAlgorithme?: readonly {
                        /**
                         * Format: int64
                         * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                         */
                        readonly idUtilisateur: number;
                        /**
                         * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                         * @enum {string}
                         */
                        readonly droits: "ReadWrite" | "Read";
                    }[];
                    /** @description The algorithm as a JSON object or array. As compact JSON it has at most 524288 bytes, 64 levels and 50000 values, no key `__proto__`, and no number that a 64-bit float changes. Settings can change these bounds. */
                    readonly sourceCode?: object;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Updated`: The algorithm was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Updated";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            /**
             * @description `Responses.General.Invalid_data`: Something in the data is not valid.
             *
             *     `Responses.General.Malformed_json`: The body is not valid JSON.
             *
             *     `Responses.Algo.Invalid`: The source code is not a valid algorithm.
             */
            readonly 400: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Invalid_data";
                        readonly data: components["schemas"]["Violations"];
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.General.Malformed_json";
                        readonly data: {
                            /** @description The line of the body where its JSON is wrong, from 1. Null if it is not known. */
                            readonly line: number | null;
                            /** @description The column of that line, from 1. Null if it is not known. */
                            readonly column: number | null;
                        };
                    } | {
                        /** @constant */
                        readonly status: 400;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Invalid";
                        readonly data: components["schemas"]["InvalidSource"];
                    };
                };
            };
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_update.Forbidden_share.Quota_exceeded"];
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 412: components["responses"]["Algos.412.Conflict"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly copyAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom?: string;
                    /** @description The folder of the requester in which the algorithm is; null: at the top. */
                    readonly dossierId?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Created`: The algorithm was created. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Location: components["headers"]["Location"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 201;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Created";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Algo.Quota_exceeded`: There is no room left for this: the owner has as much as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Quota_exceeded";
                        readonly data?: components["schemas"]["QuotaFigures"];
                    };
                };
            };
            /**
             * @description `Responses.Algo.Not_found`: There is no such algorithm.
             *
             *     `Responses.Folder.Not_found`: There is no such folder.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Not_found" | "Responses.Folder.Not_found";
                    };
                };
            };
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly leaveAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Left`: The algorithm is not shared with you any more. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Left";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_leave"];
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            /** @description `Responses.Algo.Conflict`: The algorithm was changed meanwhile. */
            readonly 412: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 412;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Conflict";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly leaveOwner: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether the owner can give nothing more; `false` takes that back. Without it that stays as it was. */
                readonly refuse?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Owner_left`: Nothing of this person is shared with you any more. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Owner_left";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description How many rights were given up.
                             */
                            readonly algos: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_leave"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly listShares: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Shares_listed`: Here are the people that the algorithm is shared with. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Shares_listed";
                        readonly data: {
                            /** @description Users with whom the algorithm is shared, in the order in which they got the right. */
                            readonly shares: readonly {
                                /**
                                 * Format: int64
                                 * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                                 */
                                readonly idUtilisateur: number;
                                /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                                readonly pseudo: string | null;
                                /**
                                 * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                                 * @enum {string}
                                 */
                                readonly droits: "ReadWrite" | "Read";
                                /**
                                 * Format: int64
                                 * @description Since when there is the share, in milliseconds since the Unix epoch.
                                 */
                                readonly date: number;
                            }[];
                            /** @description Shares that wait until somebody confirms an e-mail address. */
                            readonly waiting: readonly {
                                /** @description E-mail address. Only the user sees it; the owner of an algorithm sees one that they typed. */
                                readonly adresseMail: string;
                                /**
                                 * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                                 * @enum {string}
                                 */
                                readonly droits: "ReadWrite" | "Read";
                                /**
                                 * Format: int64
                                 * @description Since when there is the share, in milliseconds since the Unix epoch.
                                 */
                                readonly date: number;
                                /**
                                 * Format: int64
                                 * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
                                 */
                                readonly dateExpiration: number;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /** @description `Responses.Algo.Forbidden_share`: Only the owner decides who an algorithm is shared with. */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Forbidden_share";
                    };
                };
            };
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly shareAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email?: string;
                    /**
                     * Format: int64
                     * @description The id of the user who has the right; of a former version, of the user who saved it, null if only the owner may know who that is. To share, send either this or `email`.
                     */
                    readonly idUtilisateur?: number;
                    /**
                     * @description A right: of the requester, or in `permsAlgorithme` of the user who is named there.
                     * @enum {string}
                     */
                    readonly droits: "ReadWrite" | "Read";
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Shared`: The algorithm is shared, or will be when the link of the invitation is opened. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Shared";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Algo.Forbidden_share`: Only the owner decides who an algorithm is shared with.
             *
             *     `Responses.Algo.Too_many_shares`: The algorithm is shared with as many people as it may be.
             *
             *     `Responses.Algo.Quota_exceeded`: There is no room left for this: the owner has as much as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_share";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Too_many_shares";
                        readonly data: components["schemas"]["Figures"];
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Quota_exceeded";
                        readonly data?: components["schemas"]["QuotaFigures"];
                    };
                };
            };
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly endWaitingShare: {
        readonly parameters: {
            readonly query?: {
                /** @description In place of the body, for a proxy that removes the body of a `DELETE`; one of both is needed. Its log then has the address. */
                readonly email?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: email
                     * @description E-mail address. What is blank at its ends is left out, and a domain with accents is taken as `xn--…`. A registration compares it exactly, or without regard to case where the service is set so; other requests then find the only account that has it in another case. When it is registered, it must have at most 64 characters before the `@`, no quotes, and a dot in its domain.
                     */
                    readonly email: string;
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Algos.200.Share_ended"];
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_share"];
            readonly 404: components["responses"]["Algos.404.Not_found.Share_not_found"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly endShare: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
                /** @description The id of the user who has the right. */
                readonly idUtilisateur: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Algos.200.Share_ended"];
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page.Forbidden_share"];
            readonly 404: components["responses"]["Algos.404.Not_found.Share_not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly placeAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The folder of the requester in which the algorithm is; null: at the top. */
                    readonly dossierId?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Algo.Success.Moved`: The algorithm was moved. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Moved";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            /**
             * @description `Responses.Algo.Not_found`: There is no such algorithm.
             *
             *     `Responses.Folder.Not_found`: There is no such folder.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Not_found" | "Responses.Folder.Not_found";
                    };
                };
            };
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly listVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Versions_listed`: The former versions of the algorithm. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly "X-Records-Left-Out": components["headers"]["X-Records-Left-Out"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Versions_listed";
                        readonly data: readonly components["schemas"]["FormerVersion"][];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly getVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
                /** @description The number of the version, from the list of versions. */
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Version_found`: A former version of the algorithm. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Version_found";
                        readonly data: components["schemas"]["FormerVersionWithSource"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.Algo.Not_found`: There is no such algorithm.
             *
             *     `Responses.Algo.Version_not_found`: There is no such version of the algorithm, or it is kept no longer.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Not_found" | "Responses.Algo.Version_not_found";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly restoreVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
                /** @description The number of the version, from the list of versions. */
                readonly version: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Version_restored`: The algorithm has the source code of the former version again. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Version_restored";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Algo.Forbidden_update`: You may read this algorithm, not change it.
             *
             *     `Responses.Algo.Quota_exceeded`: There is no room left for this: the owner has as much as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Algo.Forbidden_update";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Quota_exceeded";
                        readonly data?: components["schemas"]["QuotaFigures"];
                    };
                };
            };
            /**
             * @description `Responses.Algo.Not_found`: There is no such algorithm.
             *
             *     `Responses.Algo.Version_not_found`: There is no such version of the algorithm, or it is kept no longer.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Not_found" | "Responses.Algo.Version_not_found";
                    };
                };
            };
            readonly 412: components["responses"]["Algos.412.Conflict"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly listBin: {
        readonly parameters: {
            readonly query?: {
                /** @description The most algorithms in the answer. Default: 1,000. It may have fewer although a `Link` says that more follow. */
                readonly limit?: number;
                /** @description The position behind which the answer begins, as the `Link` of the page before has it. */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Bin_listed`: The deleted algorithms that can be restored. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly Link: components["headers"]["Link"];
                    readonly "X-Records-Left-Out": components["headers"]["X-Records-Left-Out"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Bin_listed";
                        readonly data: components["schemas"]["DeletedAlgorithms"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly emptyBin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Bin_emptied`: All deleted algorithms were removed for good. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Bin_emptied";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description The number of algorithms.
                             */
                            readonly algos: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly restoreAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Restored`: The algorithm was restored. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Restored";
                        readonly data: components["schemas"]["Algorithm"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            readonly 404: components["responses"]["Algos.404.Not_found.2"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly purgeAlgo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Algo.Success.Purged`: The algorithm was removed for good. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Algo.Success.Purged";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            readonly 404: components["responses"]["Algos.404.Not_found.3"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly listFolders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Folder.Success.Listed`: Here are the folders. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Success.Listed";
                        readonly data: components["schemas"]["FolderTree"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly createFolder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom: string;
                    /** @description The folder that it lies in. Null at the top. */
                    readonly parentId?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Folder.Success.Created`: The folder was created. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 201;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Success.Created";
                        readonly data: components["schemas"]["Folder"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Folder.Quota_exceeded`: You have as many folders as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Quota_exceeded";
                        readonly data: components["schemas"]["Figures"];
                    };
                };
            };
            readonly 404: components["responses"]["Folders.404.Not_found"];
            /**
             * @description `Responses.Folder.Too_deep`: The folder would lie in too many others.
             *
             *     `Responses.Folder.Name_taken`: There is a folder of this name here already.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 409;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Too_deep" | "Responses.Folder.Name_taken";
                    };
                };
            };
            readonly 412: components["responses"]["Folders.412.Conflict"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly deleteFolder: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether what is in the folder is deleted too. Default: false. */
                readonly recursive?: boolean;
            };
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Folder.Success.Deleted`: The folder was deleted. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Success.Deleted";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Algos.403.Foreign_page"];
            readonly 404: components["responses"]["Folders.404.Not_found"];
            /** @description `Responses.Folder.Not_empty`: The folder is not empty. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 409;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Not_empty";
                    };
                };
            };
            readonly 412: components["responses"]["Folders.412.Conflict"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly updateFolder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description An `ETag`, several with commas between them, or `*`. If the version is none of them, the answer is 412. Without this header the last write replaces the others. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: int64
                     * @description The number of the record. It is never used twice; those of folders count for each user. In the body of a change it must be the id of the path.
                     */
                    readonly id?: number;
                    /** @description Name of the algorithm or folder. It must not have characters that set the direction of text. */
                    readonly nom?: string;
                    /** @description The folder that it lies in. Null at the top. */
                    readonly parentId?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Folder.Success.Updated`: The folder was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Success.Updated";
                        readonly data: components["schemas"]["Folder"];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Folder.Quota_exceeded`: You have as many folders as one user may have.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page";
                    } | {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Quota_exceeded";
                        readonly data: components["schemas"]["Figures"];
                    };
                };
            };
            readonly 404: components["responses"]["Folders.404.Not_found"];
            /**
             * @description `Responses.Folder.Cycle`: A folder cannot be moved into itself.
             *
             *     `Responses.Folder.Too_deep`: The folder would lie in too many others.
             *
             *     `Responses.Folder.Name_taken`: There is a folder of this name here already.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 409;
                        /** @enum {string} */
                        readonly message: "Responses.Folder.Cycle" | "Responses.Folder.Too_deep" | "Responses.Folder.Name_taken";
                    };
                };
            };
            readonly 412: components["responses"]["Folders.412.Conflict"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminListAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description Only accounts whose address or name begins with it, without regard to case and accents. */
                readonly start?: string;
                /** @description The `next` of the page before, with the same `start`. */
                readonly after?: number | string;
                /** @description The most accounts in the answer. Default: 100. With `start` an answer may have fewer, or none, although `next` says that more follow. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Accounts_listed`: Here are the accounts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Accounts_listed";
                        readonly data: {
                            /** @description The accounts of this page. */
                            readonly accounts: readonly {
                                /**
                                 * Format: int64
                                 * @description Of an account: its number. Of an event: its place among all events.
                                 */
                                readonly id: number;
                                /** @description E-mail address of the account. */
                                readonly adresseMail: string;
                                /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                                readonly pseudo: string;
                                /**
                                 * Format: int64
                                 * @description Date of registration, in milliseconds since the Unix epoch.
                                 */
                                readonly dateInscription: number;
                                /** @description Whether the e-mail address is confirmed. */
                                readonly isVerified: boolean;
                                /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                                readonly urlPfp: string | null;
                                /** @description The language of mails that others cause. Null: that of the service. */
                                readonly locale: ("en" | "fr") | null;
                                /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                                readonly shareMails: boolean;
                                /**
                                 * @description Of an owner of the service: what they may do. Others have none.
                                 * @enum {string}
                                 */
                                readonly serviceRight?: "look" | "act";
                                /** @description Whether every login to the account is refused. */
                                readonly isDisabled: boolean;
                            }[];
                            /** @description The `after` of the next page. Null when this is the last one. */
                            readonly next: (number | string) | null;
                            /** @description The ids of records that are damaged in the store, and so are left out. */
                            readonly damaged: readonly string[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /** @description `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this. */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Forbidden";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminFindAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number | string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Account_found`: Here is the account. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Account_found";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description Of an account: its number. Of an event: its place among all events.
                             */
                            readonly id: number;
                            /** @description E-mail address of the account. */
                            readonly adresseMail: string;
                            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                            readonly pseudo: string;
                            /**
                             * Format: int64
                             * @description Date of registration, in milliseconds since the Unix epoch.
                             */
                            readonly dateInscription: number;
                            /** @description Whether the e-mail address is confirmed. */
                            readonly isVerified: boolean;
                            /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                            readonly urlPfp: string | null;
                            /** @description The language of mails that others cause. Null: that of the service. */
                            readonly locale: ("en" | "fr") | null;
                            /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                            readonly shareMails: boolean;
                            /**
                             * @description Of an owner of the service: what they may do. Others have none.
                             * @enum {string}
                             */
                            readonly serviceRight?: "look" | "act";
                            /** @description Whether every login to the account is refused. */
                            readonly isDisabled: boolean;
                            /** @description What the user owns, and may own. */
                            readonly usage: {
                                /** @description The number of algorithms. */
                                readonly algos: {
                                    /**
                                     * Format: int64
                                     * @description How much there is now.
                                     */
                                    readonly used: number;
                                    /** @description Of an account: the most that is allowed, null for no limit. Of an event `limit.refused`: which limit. */
                                    readonly limit: number | null;
                                };
                                /** @description Bytes of source code, as compact JSON. */
                                readonly bytes: {
                                    /**
                                     * Format: int64
                                     * @description How much there is now.
                                     */
                                    readonly used: number;
                                    /** @description Of an account: the most that is allowed, null for no limit. Of an event `limit.refused`: which limit. */
                                    readonly limit: number | null;
                                    /**
                                     * Format: int64
                                     * @description Bytes of former versions, beside `used`: they have a room of their own.
                                     */
                                    readonly versions: number;
                                };
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            /** @description `Responses.User.Not_found`: There is no such user. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.User.Not_found";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminDelete: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The password of the account. It is normalised to NFC before its code points are counted. To delete the account it is needed only if the server is set so. */
                    readonly currentPassword: string;
                };
            };
        };
        readonly responses: {
            /** @description `Responses.Admin.Success.Account_deleted`: The account was deleted, with everything in it. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Account_deleted";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this.
             *
             *     `Responses.Admin.Owner_account`: The account of an owner of the service can only be changed on the machine.
             *
             *     `Responses.User.Wrong_password`: The current password is wrong.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Admin.Forbidden" | "Responses.Admin.Owner_account" | "Responses.User.Wrong_password";
                    };
                };
            };
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminConfirm: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Admin.200.Account_changed"];
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.Owner_account"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            /** @description `Responses.User.Already_confirmed`: This e-mail address is confirmed already. */
            readonly 409: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 409;
                        /** @enum {string} */
                        readonly message: "Responses.User.Already_confirmed";
                    };
                };
            };
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminDisable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Account_changed`: The account was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Account_changed";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description Of an account: its number. Of an event: its place among all events.
                             */
                            readonly id: number;
                            /** @description E-mail address of the account. */
                            readonly adresseMail: string;
                            /** @description The name that other users see. It must have a character that can be seen. It must not have characters that are invisible or set the direction of text, more than five combining marks on one character, or anything that mail programs show as a link. */
                            readonly pseudo: string;
                            /**
                             * Format: int64
                             * @description Date of registration, in milliseconds since the Unix epoch.
                             */
                            readonly dateInscription: number;
                            /** @description Whether the e-mail address is confirmed. */
                            readonly isVerified: boolean;
                            /** @description Address of the profile picture: http or https, without user name and password. Null for none. */
                            readonly urlPfp: string | null;
                            /** @description The language of mails that others cause. Null: that of the service. */
                            readonly locale: ("en" | "fr") | null;
                            /** @description Whether a mail tells the user that somebody shares an algorithm with them. */
                            readonly shareMails: boolean;
                            /**
                             * @description Of an owner of the service: what they may do. Others have none.
                             * @enum {string}
                             */
                            readonly serviceRight?: "look" | "act";
                            /** @description Whether every login to the account is refused. */
                            readonly isDisabled: boolean;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.Owner_account"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminEnable: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["Admin.200.Account_changed"];
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.Owner_account"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminSendRecovery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Recovery_sent`: A mail to recover the password is on its way, unless there were too many of them. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Recovery_sent";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.2"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminSetPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description It is normalised to NFC before its code points are counted, so a text in another form may have more of them, or fewer. */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["Admin.200.Account_changed"];
            readonly 400: components["responses"]["Algos.400.Invalid_data.Malformed_json.Missing_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.Owner_account"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 413: components["responses"]["Algos.413.Payload_too_large"];
            readonly 415: components["responses"]["Algos.415.Unsupported_media_type"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminListSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Sessions_listed`: Here are the sessions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Sessions_listed";
                        readonly data: readonly {
                            /** @description The id of the session. It tells nothing of the access token, and nobody can log in with it. */
                            readonly sessionId: string;
                            /**
                             * Format: int64
                             * @description Date of creation, in milliseconds since the Unix epoch.
                             */
                            readonly dateCreation: number;
                            /**
                             * Format: int64
                             * @description The last recorded use, in milliseconds since the Unix epoch. A use is recorded at most once in five minutes, soon after it.
                             */
                            readonly dateUtilisation: number;
                            /**
                             * Format: int64
                             * @description When it ends, in milliseconds since the Unix epoch: an access token if it is not used again, a deleted algorithm for good, a share that waits for an e-mail address.
                             */
                            readonly dateExpiration: number;
                            /** @description The program that logged in, by its `User-Agent`, as `Firefox, Linux`. Null if it is not known. */
                            readonly client: string | null;
                            /** @description The network of the client: the /24 of an IPv4 address, the /48 of an IPv6 address. Null if it is not known. */
                            readonly address: string | null;
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminEndSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Sessions_ended`: The sessions of the account were ended. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Sessions_ended";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.Owner_account"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminCountShares: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The number of the user, algorithm or folder. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Shares_counted`: Here are the shares. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Shares_counted";
                        readonly data: {
                            /**
                             * Format: int64
                             * @description How many algorithms of the account others can access.
                             */
                            readonly algos: number;
                            /**
                             * Format: int64
                             * @description How many users they are shared with.
                             */
                            readonly people: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            readonly 404: components["responses"]["Algos.404.Not_found"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Health_found`: Here is the health. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Health_found";
                        readonly data: {
                            /** @description The stores that cannot serve now. */
                            readonly failing: readonly ("records" | "content" | "mails")[];
                            /** @description The mails that wait, are being sent, or were given up; of the health their counts, null if they cannot be read. */
                            readonly mails: {
                                /**
                                 * Format: int64
                                 * @description How many mails are to be sent, those included that are being sent now.
                                 */
                                readonly waiting: number;
                                /**
                                 * Format: int64
                                 * @description How many mails were given up.
                                 */
                                readonly givenUp: number;
                                /** @description Whether there are more than these: each number is 1,000 at most. */
                                readonly isLeast: boolean;
                                /** @description Since when the oldest of them waits, in milliseconds since the Unix epoch. Null if none does. */
                                readonly oldest: number | null;
                            } | null;
                            /** @description What the server that answers says of itself. Null: it says nothing, or not in time. */
                            readonly server: {
                                /** @description The version of the program. */
                                readonly version: string;
                                /** @description What each store is, such as `SQLite`, `files` or `SMTP`. */
                                readonly kinds: {
                                    /** @description What the store of records is. */
                                    readonly records: string;
                                    /** @description What the store of source code is. */
                                    readonly content: string;
                                    /** @description Where mails go. */
                                    readonly mails: string;
                                };
                                /** @description Each disk that stores write to. */
                                readonly disks: readonly {
                                    /** @description The stores that write to it. */
                                    readonly holds: readonly ("records" | "content" | "mails")[];
                                    /**
                                     * Format: int64
                                     * @description How many bytes are free.
                                     */
                                    readonly freeBytes: number;
                                    /**
                                     * Format: int64
                                     * @description How many bytes are kept for a full disk.
                                     */
                                    readonly reserveBytes: number;
                                }[];
                                /** @description The last tries of this server to send a mail, since its start. */
                                readonly mailTries: {
                                    /** @description The last that the mail server took, in milliseconds since the Unix epoch. Null: there was none. */
                                    readonly taken: number | null;
                                    /** @description The last that the mail server did not take, in milliseconds since the Unix epoch. Null: there was none. */
                                    readonly refused: number | null;
                                };
                                /** @description The verification of source code: the round that runs or was the last. Null: it is switched off. */
                                readonly contents: {
                                    /**
                                     * Format: int64
                                     * @description When it began, in milliseconds since the Unix epoch.
                                     */
                                    readonly began: number;
                                    /**
                                     * Format: int64
                                     * @description How many damaged contents it has found.
                                     */
                                    readonly damaged: number;
                                    /** @description Whether it runs now. */
                                    readonly isRunning: boolean;
                                    /** @description The last round that has ended. Null: there was none. */
                                    readonly last: {
                                        /**
                                         * Format: int64
                                         * @description When it began, in milliseconds since the Unix epoch.
                                         */
                                        readonly began: number;
                                        /**
                                         * Format: int64
                                         * @description How many damaged contents it found.
                                         */
                                        readonly damaged: number;
                                        /**
                                         * Format: int64
                                         * @description When it ended, in milliseconds since the Unix epoch.
                                         */
                                        readonly ended: number;
                                    } | null;
                                } | null;
                                /** @description The last check that the database made of itself since the start. Null: there was none. */
                                readonly database: {
                                    /**
                                     * Format: int64
                                     * @description Since when a mail waits; when an event happened, or a check: in milliseconds since the Unix epoch.
                                     */
                                    readonly date: number;
                                    /**
                                     * @description What the check found; `failed`: it could not be made.
                                     * @enum {string}
                                     */
                                    readonly result: "intact" | "damaged" | "failed";
                                } | null;
                            } | null;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminListMails: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next` of the page before. */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Mails_listed`: Here are the mails. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Mails_listed";
                        readonly data: {
                            /** @description The mails that wait, are being sent, or were given up; of the health their counts, null if they cannot be read. */
                            readonly mails: readonly {
                                /** @description The name of the mail. */
                                readonly name: string;
                                /**
                                 * @description `failed`: it was given up.
                                 * @enum {string}
                                 */
                                readonly place: "waiting" | "sending" | "failed";
                                /** @description The address that it goes to. */
                                readonly to: string;
                                /** @description Of a mail: what it is for. Of an event: what happened. */
                                readonly kind: string;
                                /**
                                 * Format: int64
                                 * @description Since when a mail waits; when an event happened, or a check: in milliseconds since the Unix epoch.
                                 */
                                readonly date: number;
                                /**
                                 * Format: int64
                                 * @description How often it was tried to send it since it was asked for or retried. Tries do not count while the mail server cannot be reached.
                                 */
                                readonly tries: number;
                                /** @description When it is tried again, in milliseconds since the Unix epoch. Null for a mail that was given up. */
                                readonly nextTry: number | null;
                                /** @description The answer of the mail server to the last try that counts. Null: there was none. */
                                readonly answer: string | null;
                            }[];
                            /** @description The `after` of the next page. Null when this is the last one. */
                            readonly next: string | null;
                            /** @description The ids of records that are damaged in the store, and so are left out. */
                            readonly damaged: readonly string[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminTestMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Test_mail_due`: The mail to you will be sent. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Test_mail_due";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            /**
             * @description `Responses.General.Foreign_page`: With a session in a cookie, only pages of this service can do that.
             *
             *     `Responses.Admin.Forbidden`: Only owners of the service with the right to do so may do this.
             *
             *     `Responses.User.Not_verified`: Please confirm your e-mail address first.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 403;
                        /** @enum {string} */
                        readonly message: "Responses.General.Foreign_page" | "Responses.Admin.Forbidden" | "Responses.User.Not_verified";
                    };
                };
            };
            readonly 429: components["responses"]["Algos.429.Too_many_requests"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminRetryMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the mail, from the list of mails. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Mail_due`: The mail will be sent again. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Mail_due";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.2"];
            /** @description `Responses.Admin.Mail_not_found`: There is no such mail; perhaps it has been sent. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Mail_not_found";
                    };
                };
            };
            readonly 409: components["responses"]["Admin.409.Mail_being_sent"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminDropMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the mail, from the list of mails. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Mail_dropped`: The mail was removed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Mail_dropped";
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Foreign_page.Forbidden.2"];
            /** @description `Responses.Admin.Mail_not_found`: There is no such mail; perhaps it has been sent. */
            readonly 404: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 404;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Mail_not_found";
                    };
                };
            };
            readonly 409: components["responses"]["Admin.409.Mail_being_sent"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
    readonly adminListEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Only events of this user: who acted, or to whom it was done. */
                readonly account?: number;
                /** @description Only events of this kind. */
                readonly kind?: "user.registered" | "user.confirmed" | "user.deleted" | "user.exported" | "user.disabled" | "user.enabled" | "owner.granted" | "owner.revoked" | "password.set" | "mail.retried" | "mail.dropped" | "mail.tested" | "login.succeeded" | "login.failed" | "logout" | "session.ended" | "sessions.ended" | "limit.refused" | "password.rejected" | "recovery.requested" | "confirmation.requested" | "password.changed" | "email.requested" | "email.changed" | "email.taken_back" | "password.reset" | "algo.rights_changed" | "algo.left" | "algo.deleted" | "algo.restored" | "algo.purged";
                /** @description Only events at this time or later, in milliseconds since the Unix epoch. */
                readonly since?: number;
                /** @description Only events before this time, in milliseconds since the Unix epoch. */
                readonly before?: number;
                /** @description The `next` of the page before. Default: from the newest event. */
                readonly after?: string;
                /** @description The most events in the answer. Default: 100. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description `Responses.Admin.Success.Events_listed`: Here are the events. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["X-Request-Id"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @constant */
                        readonly status: 200;
                        /** @enum {string} */
                        readonly message: "Responses.Admin.Success.Events_listed";
                        readonly data: {
                            /** @description The events of this page, the newest first. */
                            readonly events: readonly {
                                /** @description Of an account: its number. Of an event: its place among all events. */
                                readonly id: string;
                                /**
                                 * @description Of a mail: what it is for. Of an event: what happened.
                                 * @enum {string}
                                 */
                                readonly kind: "user.registered" | "user.confirmed" | "user.deleted" | "user.exported" | "user.disabled" | "user.enabled" | "owner.granted" | "owner.revoked" | "password.set" | "mail.retried" | "mail.dropped" | "mail.tested" | "login.succeeded" | "login.failed" | "logout" | "session.ended" | "sessions.ended" | "limit.refused" | "password.rejected" | "recovery.requested" | "confirmation.requested" | "password.changed" | "email.requested" | "email.changed" | "email.taken_back" | "password.reset" | "algo.rights_changed" | "algo.left" | "algo.deleted" | "algo.restored" | "algo.purged";
                                /**
                                 * Format: int64
                                 * @description Since when a mail waits; when an event happened, or a check: in milliseconds since the Unix epoch.
                                 */
                                readonly date: number;
                                /** @description The user who acted. Null when unknown, and for a command on the machine. */
                                readonly actorId: number | null;
                                /** @description The user that it was done to, or the algorithm where `kind` begins with `algo.`. Null when unknown, or there is none. */
                                readonly targetId: number | null;
                                /** @description The network of the client: the /24 of an IPv4 address, the /48 of an IPv6 address. Null if it is not known. */
                                readonly address: string | null;
                                /** @description The id of the request: by it the log is searched for what else the request did. */
                                readonly requestId: string | null;
                                /** @description Of an account: the most that is allowed, null for no limit. Of an event `limit.refused`: which limit. */
                                readonly limit: string | null;
                            }[];
                            /** @description The `after` of the next page. Null when this is the last one. */
                            readonly next: string | null;
                            /** @description The ids of records that are damaged in the store, and so are left out. */
                            readonly damaged: readonly string[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["Algos.400.Invalid_data"];
            readonly 401: components["responses"]["Algos.401.Unauthorized"];
            readonly 403: components["responses"]["Admin.403.Forbidden"];
            readonly 500: components["responses"]["Root.500.Internal_error"];
            readonly 503: components["responses"]["Algos.503.Unavailable"];
        };
    };
}
