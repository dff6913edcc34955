import type { GrantedRight, Right } from '@algotheque/domain';

export interface ModelUser {
  readonly name: string;
  password: string;
  isConfirmed: boolean;
  isDeleted: boolean;
  readonly tree: { version: number; lastId: number; folders: ModelFolder[] };
}

export interface ModelFolder {
  readonly id: number;
  nom: string;
  parentId: number | null;
}

export interface ModelSession {
  readonly user: ModelUser;
  isOver: boolean;
}

export interface ModelAlgo {
  readonly owner: ModelUser;
  nom: string;
  version: number;
  grants: Map<ModelUser, GrantedRight>;
  /** What waits for addresses, by the names in them. */
  readonly waiting: Map<string, GrantedRight>;
  /** The folders in which users keep it; perhaps one that they have deleted since, while they could not read it. */
  readonly places: Map<ModelUser, number>;
  /** It is in the bin of its owner, unless it was removed from there. */
  isDeleted: boolean;
  isPurged?: true;
}

export const newAlgo = (owner: ModelUser, nom: string, places = new Map<ModelUser, number>()): ModelAlgo => ({
  owner,
  nom,
  version: 1,
  grants: new Map(),
  waiting: new Map(),
  places,
  isDeleted: false,
});

/**
 * The users, rights and names that the stores must have, in the order in which they were made. The positions in these
 * lists stand for ids and tokens, which are different on each adapter set.
 */
export class Model {
  readonly users: ModelUser[] = [];
  readonly sessions: ModelSession[] = [];
  readonly algos: ModelAlgo[] = [];
  /** The names to whose address an invitation has gone, whose link works still. */
  readonly invited = new Set<string>();
  /** Who wants no shares of whom. */
  readonly refusals = new Map<ModelUser, Set<ModelUser>>();
  /** Operations so far. */
  count = 0;

  userNamed(name: string): ModelUser | undefined {
    return this.users.find((user) => user.name === name && !user.isDeleted);
  }

  /** Null: the user must not learn that the algorithm exists. */
  rightOn(algo: ModelAlgo, user: ModelUser): Right | null {
    if (algo.isDeleted) return null;
    return algo.owner === user ? 'Owner' : (algo.grants.get(user) ?? null);
  }

  refuses(user: ModelUser | undefined, owner: ModelUser): boolean {
    return user !== undefined && this.refusals.get(user)?.has(owner) === true;
  }

  /**
   * The user gives up the rights on all algorithms of the owner, and what waits for their own address, if it is confirmed.
   * @returns on how many there was a right
   */
  leaveOwner(user: ModelUser, owner: ModelUser): number {
    let left = 0;
    for (const algo of this.algos.filter((one) => one.owner === owner && !one.isDeleted)) {
      const had = algo.grants.delete(user);
      if (had) algo.places.delete(user);
      const isWithdrawn = user.isConfirmed && algo.waiting.delete(user.name);
      left += Number(had);
      algo.version += Number(had) + Number(isWithdrawn);
    }
    return left;
  }

  /** Ends the sessions of the user, except one. */
  endSessions(user: ModelUser, except?: ModelSession): void {
    for (const session of this.sessions) if (session.user === user && session !== except) session.isOver = true;
  }

  endAllSessions(): void {
    for (const session of this.sessions) session.isOver = true;
  }

  /** A reset confirms the user. If that is new, all rights that the user gave are withdrawn. */
  resetPassword(user: ModelUser, password: string): void {
    user.password = password;
    this.endSessions(user);
    if (user.isConfirmed) return;
    for (const algo of this.algos.filter(({ owner }) => owner === user)) {
      algo.grants.clear(); // of those in the bin, too
      algo.waiting.clear();
      if (!algo.isDeleted) algo.version += 1;
    }
    user.isConfirmed = true;
  }

  /** The user gets what waits for the address of this name on the algorithms of others, and keeps a stronger right. */
  accept(user: ModelUser, name: string): void {
    for (const algo of this.algos.filter(({ owner }) => owner !== user && !this.refuses(user, owner))) {
      const droits = algo.waiting.get(name);
      if (droits === undefined) continue;
      algo.waiting.delete(name);
      if (algo.grants.get(user) !== 'ReadWrite') algo.grants.set(user, droits);
      algo.version += 1;
    }
  }

  endWaitingShares(): void {
    this.invited.clear();
    for (const algo of this.algos.filter(({ waiting }) => waiting.size > 0)) {
      algo.waiting.clear();
      algo.version += 1;
    }
  }

  deleteUser(user: ModelUser): void {
    user.isDeleted = true;
    this.endSessions(user);
    for (const algo of this.algos) {
      if (algo.owner === user) {
        algo.isDeleted = true;
        algo.waiting.clear();
      } else if (algo.grants.delete(user) && !algo.isDeleted) algo.version += 1;
    }
  }
}
