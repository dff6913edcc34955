import type { PortableKind } from '@algotheque/domain';

/** Fields that rows of backups of older releases lack, with the value that such a row had in effect. */
const ADDED: Partial<Readonly<Record<PortableKind, object>>> = {
  user: { isDisabled: false, withdrawalDue: null, emailChange: { version: 0, pending: null, former: [] } },
  session: { client: null, address: null },
};

/** A row of a backup as this release writes it. */
export const currentRow = (kind: PortableKind, row: object): object => ({ ...ADDED[kind], ...row });
