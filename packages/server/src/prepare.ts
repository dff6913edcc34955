import { parseSender, parseSmtpUrl } from '@algotheque/adapters-mail';
import { type AlgoValidator, defaultValidator, StoreUrlError } from '@algotheque/domain';
import { mailTemplatesOf } from './mails/mailForm.ts';
import { placesOf } from './places.ts';
import { loadSettings, type Settings } from './settings/loadSettings.ts';
import { lookOf } from './settings/look.ts';
import { policyOf } from './settings/policy.ts';
import type { Env } from './settings/schema.ts';
import { smtpOptionsOf } from './settings/smtp.ts';
import { naming } from './startError.ts';
import { givenSecret, openSecretFile } from './stores/secret.ts';

/** The settings, and the contents of the files that they name. */
export type Prepared = Awaited<ReturnType<typeof prepare>>;

/**
 * Checks everything that can be checked without the data folder. Nothing is made or connected: a start that is
 * refused here changes nothing.
 * @throws SettingsError that names the setting
 */
export async function prepare(settings: Settings) {
  const places = placesOf(settings);
  const secret = givenSecret(settings);
  const { smtp } = places.mail;
  if (smtp !== null) naming('ALGOTHEQUE_MAIL_URL', TypeError, () => parseSmtpUrl(smtp));
  naming('ALGOTHEQUE_MAIL_FROM', TypeError, () => parseSender(settings.ALGOTHEQUE_MAIL_FROM));
  const smtpOptions = smtpOptionsOf(settings);
  const mailTemplates = await mailTemplatesOf(settings);
  const driver = await places.store.kind.load();
  naming('ALGOTHEQUE_STORE_URL', StoreUrlError, () => driver.checkUrl(places.store.url));
  const warnings = [
    openSecretFile('ALGOTHEQUE_SECRET_FILE', settings.ALGOTHEQUE_SECRET_FILE),
    openSecretFile('ALGOTHEQUE_STORE_URL_FILE', settings.ALGOTHEQUE_STORE_URL_FILE),
    openSecretFile('ALGOTHEQUE_MAIL_URL_FILE', settings.ALGOTHEQUE_MAIL_URL_FILE),
    openSecretFile('ALGOTHEQUE_DKIM_KEY_FILE', settings.ALGOTHEQUE_DKIM_KEY_FILE),
    withoutLimits(settings),
  ].filter((line) => line !== null);
  return {
    settings,
    places,
    /** Null: the secret is in the data folder. */
    secret,
    /** How the mail server is reached, and mails are signed. */
    smtp: smtpOptions,
    /** What replaces texts of mails, or their page. */
    mailTemplates,
    /** CSS that follows that of pages and console. */
    look: lookOf(settings),
    /** Notes for an operator that refuse nothing. */
    warnings,
    policy: policyOf(settings),
    validator: await validatorOf(settings),
  };
}

/** The same for the settings that the environment has. */
export const prepareFrom = (env: Env): Promise<Prepared> => prepare(loadSettings(env));

const withoutLimits = (settings: Settings): string | null =>
  settings.ALGOTHEQUE_RATE_LIMITS
    ? null
    : 'ALGOTHEQUE_RATE_LIMITS=off: nothing limits guesses of passwords, registrations and requests for mails';

async function validatorOf(settings: Settings): Promise<AlgoValidator> {
  const algoSchema = settings.ALGOTHEQUE_ALGO_SCHEMA;
  const bounds = defaultValidator({
    maxBytes: settings.ALGOTHEQUE_SOURCE_MAX_BYTES,
    maxDepth: settings.ALGOTHEQUE_SOURCE_MAX_DEPTH,
    maxValues: settings.ALGOTHEQUE_SOURCE_MAX_VALUES,
  });
  if (algoSchema === null) return bounds;
  const { schemaValidator } = await import('./settings/algoSchema.ts'); // a start without a schema does not load what reads it
  return schemaValidator(algoSchema, bounds);
}
