import type { Queries } from '../database/queries.ts'
import { appRole } from '../database/role.ts'
import { createStorePolicy, passOwners } from './rowSecurity.ts'
import { searchFunctions } from './searchColumn.ts'

/** The key by which the database refuses a value that another store has. */
const claimConstraint = 'claims_once'

/** Rows of the stores in `app.store` only, as for the registers' tables. */
const guarded = (table: string, distributed: boolean): string =>
  `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'system.${table}'::regclass) THEN
    ALTER TABLE system.${table} ENABLE ROW LEVEL SECURITY;
    ${distributed ? passOwners(`system.${table}`) : `ALTER TABLE system.${table} FORCE ROW LEVEL SECURITY`};
    ${createStorePolicy(`system.${table}`, distributed)};
  END IF; END $$`

/** The server's own tables, outside the registers. Each statement may run again and again. */
const tables: readonly string[] = [
  'CREATE SCHEMA IF NOT EXISTS system',
  `CREATE TABLE IF NOT EXISTS system.passwords (
    "userId" bigint PRIMARY KEY, hash text NOT NULL, "changedAt" timestamptz NOT NULL DEFAULT now())`,
  // The users with a password: saves may ask that, and never read a hash.
  'CREATE OR REPLACE VIEW system.password_holders AS SELECT "userId" FROM system.passwords',
  `CREATE TABLE IF NOT EXISTS system.sessions (
    token text PRIMARY KEY, "userId" bigint NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now(), "usedAt" timestamptz NOT NULL DEFAULT now(),
    "expiresAt" timestamptz NOT NULL, address text, agent text)`,
  // Whether it began in a browser, and when its person last proved who they are: by the login, or asked again.
  `ALTER TABLE system.sessions ADD COLUMN IF NOT EXISTS browser boolean NOT NULL DEFAULT false,
    ADD COLUMN IF NOT EXISTS "provedAt" timestamptz NOT NULL DEFAULT now()`,
  'CREATE INDEX IF NOT EXISTS sessions_user ON system.sessions ("userId")',
  'CREATE INDEX IF NOT EXISTS sessions_expiry ON system.sessions ("expiresAt")',
  // Keys of programs by the numbers of their records, with the hash of their text and who made it. Names stay when the records are gone: history tells them.
  `CREATE TABLE IF NOT EXISTS system.api_keys (
    id bigint PRIMARY KEY, "lojaId" bigint NOT NULL, name text NOT NULL, hash text, "giverId" bigint NOT NULL, company boolean NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS api_keys_hash ON system.api_keys (hash)',
  'CREATE OR REPLACE VIEW system.key_names AS SELECT id, name FROM system.api_keys',
  // Devices that people signed in with before, by hashes of what names them: their attempts count apart, a new one is told by a letter.
  `CREATE TABLE IF NOT EXISTS system.devices (
    "userId" bigint NOT NULL, key text NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now(), "usedAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", key))`,
  `CREATE TABLE IF NOT EXISTS system.attempts (
    key text PRIMARY KEY, failures integer NOT NULL, "blockedUntil" timestamptz NOT NULL, "updatedAt" timestamptz NOT NULL DEFAULT now())`,
  // Calls without a session in the current minute: counted anew after a crash.
  `CREATE UNLOGGED TABLE IF NOT EXISTS system.rate_counts (
    key text PRIMARY KEY, count integer NOT NULL, "endsAt" timestamptz NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS system.migrations (
    name text PRIMARY KEY, hash text NOT NULL, "appliedAt" timestamptz NOT NULL DEFAULT now())`,
  // One row: the definitions that the tables were last brought to.
  `CREATE TABLE IF NOT EXISTS system.definitions (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), hash text NOT NULL, "appliedAt" timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS system.settings (name text PRIMARY KEY, value jsonb NOT NULL)`,
  // Replies of calls that carried an idempotency key: written in the same transaction as the work itself.
  `CREATE TABLE IF NOT EXISTS system.idempotency (
    "userId" bigint NOT NULL, key text NOT NULL, request text NOT NULL, status integer NOT NULL, body text,
    "createdAt" timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ("userId", key))`,
  'CREATE INDEX IF NOT EXISTS idempotency_age ON system.idempotency ("createdAt")',
  'ALTER TABLE system.idempotency ADD COLUMN IF NOT EXISTS action uuid',
  // It was a text inside JSON once.
  `DO $$ BEGIN IF (SELECT atttypid FROM pg_attribute WHERE attrelid = 'system.idempotency'::regclass AND attname = 'body') = 'jsonb'::regtype THEN
    ALTER TABLE system.idempotency ALTER COLUMN body TYPE text USING body #>> '{}';
  END IF; END $$`,
  // Kept for a day and hardly ever read: packing the answer of a large save would take longer than writing it.
  `DO $$ BEGIN IF (SELECT attstorage FROM pg_attribute WHERE attrelid = 'system.idempotency'::regclass AND attname = 'body') <> 'e' THEN
    ALTER TABLE system.idempotency ALTER COLUMN body SET STORAGE EXTERNAL;
  END IF; END $$`,
  // How people like things shown; values are JSON, given again as they came.
  `CREATE TABLE IF NOT EXISTS system.preferences (
    "userId" bigint NOT NULL, name text NOT NULL, value text NOT NULL, "updatedAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("userId", name))`,
  // Actions of people, for the page Atividade and to be undone; the lines themselves are the history's. Store 0: global registers.
  `CREATE TABLE IF NOT EXISTS system.actions (
    "lojaId" bigint NOT NULL, "userId" bigint NOT NULL, id uuid NOT NULL, kind text NOT NULL, register text NOT NULL, label text NOT NULL,
    registers text[] NOT NULL, counts jsonb NOT NULL, undoes uuid, "undoneBy" uuid,
    "createdAt" timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ("lojaId", "userId", id))`,
  'CREATE INDEX IF NOT EXISTS actions_newest ON system.actions ("lojaId", "createdAt" DESC, id)',
  'CREATE INDEX IF NOT EXISTS actions_own ON system.actions ("lojaId", "userId", "createdAt" DESC, id)',
  // A kept reply is of the store that its call names, 0 where it names none: beside the rows of that store. Those of before are told by their action, or by what they say.
  `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'system.idempotency'::regclass AND attname = 'lojaId') THEN
    ALTER TABLE system.idempotency ADD COLUMN "lojaId" bigint NOT NULL DEFAULT 0;
    UPDATE system.idempotency i SET "lojaId" = coalesce((SELECT a."lojaId" FROM system.actions a WHERE a.id = i.action LIMIT 1),
      substring(i.body FROM '"lojaId":"?([0-9]{1,15})')::bigint, 0);
    ALTER TABLE system.idempotency ALTER COLUMN "lojaId" DROP DEFAULT, DROP CONSTRAINT idempotency_pkey, ADD PRIMARY KEY ("lojaId", "userId", key);
  END IF; END $$`,
  // Members of an action that grows: names of its registers, counts of its records.
  `CREATE OR REPLACE FUNCTION system.joined_names(a text[], b text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT ARRAY(SELECT DISTINCT unnest(a || b))'`,
  `CREATE OR REPLACE FUNCTION system.added_counts(a jsonb, b jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    'SELECT jsonb_object_agg(k, coalesce((a->>k)::int, 0) + coalesce((b->>k)::int, 0)) FROM jsonb_object_keys(a || b) k'`,
  // Secrets of removed records, as they were stored: history masks them, and an undo must bring them back.
  `CREATE TABLE IF NOT EXISTS system.removed_secrets (
    "lojaId" bigint NOT NULL, action uuid NOT NULL, register text NOT NULL, id text NOT NULL, secrets jsonb NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ("lojaId", action, register, id))`,
  // Links by which people make their passwords, by the hash of their token.
  `CREATE TABLE IF NOT EXISTS system.confirmations (
    hash text PRIMARY KEY, "userId" bigint NOT NULL, purpose text NOT NULL, "expiresAt" timestamptz NOT NULL,
    "createdAt" timestamptz NOT NULL DEFAULT now())`,
  'CREATE INDEX IF NOT EXISTS confirmations_user ON system.confirmations ("userId")',
  // The store whose invitation the link accepts.
  'ALTER TABLE system.confirmations ADD COLUMN IF NOT EXISTS "lojaId" bigint',
  // The digest of the code that its letter has beside the link, and the address to which a change of e-mail leads.
  'ALTER TABLE system.confirmations ADD COLUMN IF NOT EXISTS code text, ADD COLUMN IF NOT EXISTS about text',
  // Changes of e-mail, until both addresses have agreed.
  `CREATE TABLE IF NOT EXISTS system.email_changes (
    "userId" bigint PRIMARY KEY, email text NOT NULL, "oldProved" boolean NOT NULL, "newProved" boolean NOT NULL,
    "expiresAt" timestamptz NOT NULL)`,
  // Users who signed up and have not yet proved their e-mail.
  `CREATE TABLE IF NOT EXISTS system.unproved_users ("userId" bigint PRIMARY KEY, since timestamptz NOT NULL DEFAULT now())`,
  // Letters of a day, by who writes (0: the platform) and the hash of the mailbox: what is counted before another one leaves.
  `CREATE TABLE IF NOT EXISTS system.letters (
    "lojaId" bigint NOT NULL, recipient text NOT NULL, "sentAt" timestamptz NOT NULL DEFAULT now())`,
  'CREATE INDEX IF NOT EXISTS letters_recipient ON system.letters (recipient, "sentAt")',
  'CREATE INDEX IF NOT EXISTS letters_store ON system.letters ("lojaId", "sentAt")',
  // The second factor of who has one: the key of their authenticator app, sealed, with the time step of the last code that was taken (none counts
  // twice), codes for when the app is lost, and passkeys.
  `CREATE TABLE IF NOT EXISTS system.totp_seeds (
    "userId" bigint PRIMARY KEY, seed text NOT NULL, "lastStep" bigint NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now())`,
  `CREATE TABLE IF NOT EXISTS system.recovery_codes ("userId" bigint NOT NULL, hash text NOT NULL, PRIMARY KEY ("userId", hash))`,
  `CREATE TABLE IF NOT EXISTS system.passkeys (
    id text PRIMARY KEY, "userId" bigint NOT NULL, name text NOT NULL, "publicKey" text NOT NULL, counter bigint NOT NULL,
    transports text[] NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now(), "usedAt" timestamptz)`,
  'CREATE INDEX IF NOT EXISTS passkeys_user ON system.passkeys ("userId")',
  // Devices that are not asked for it for a while, and what waits for an answer with it, by the hashes of their tokens.
  `CREATE TABLE IF NOT EXISTS system.trusted_devices (
    hash text PRIMARY KEY, "userId" bigint NOT NULL, agent text NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT clock_timestamp(),
    "expiresAt" timestamptz NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS trusted_devices_user ON system.trusted_devices ("userId")',
  `CREATE TABLE IF NOT EXISTS system.challenges (
    hash text PRIMARY KEY, "userId" bigint NOT NULL, purpose text NOT NULL, content text NOT NULL, attempts integer NOT NULL DEFAULT 0,
    "expiresAt" timestamptz NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS challenges_expiry ON system.challenges ("expiresAt")',
  // The last line of each store's security log, sealed: lines cut off its end are missed.
  `CREATE TABLE IF NOT EXISTS system.security_heads (
    "lojaId" bigint PRIMARY KEY, sequencia bigint NOT NULL, head text NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now())`,
  // Every invitation that was sent: what is counted by store and person, and where somebody's answers are waited for.
  `CREATE TABLE IF NOT EXISTS system.invitations (
    "lojaId" bigint NOT NULL, email text NOT NULL, "sentAt" timestamptz NOT NULL DEFAULT now())`,
  'CREATE INDEX IF NOT EXISTS invitations_store ON system.invitations ("lojaId", "sentAt")',
  'CREATE INDEX IF NOT EXISTS invitations_email ON system.invitations (email, "sentAt")',
  // The store that calls without one mean for somebody who came to work in several.
  `CREATE TABLE IF NOT EXISTS system.default_stores ("userId" bigint PRIMARY KEY, "lojaId" bigint NOT NULL)`,
  // Work that is due once a transaction stands, by queue (mails, reactions): written with the transaction, removed when done.
  `CREATE TABLE IF NOT EXISTS system.queue (
    id uuid PRIMARY KEY, queue text NOT NULL, content text NOT NULL, attempts integer NOT NULL DEFAULT 0, failure text,
    "dueAt" timestamptz NOT NULL DEFAULT now(), "createdAt" timestamptz NOT NULL DEFAULT now(), "expiresAt" timestamptz)`,
  'CREATE INDEX IF NOT EXISTS queue_due ON system.queue (queue, "dueAt")',
  `CREATE INDEX IF NOT EXISTS queue_expiry ON system.queue ("expiresAt") WHERE "expiresAt" IS NOT NULL`,
  // The lane: a queue with lanes takes from each in turn.
  `ALTER TABLE system.queue ADD COLUMN IF NOT EXISTS lane text NOT NULL DEFAULT ''`,
  'CREATE INDEX IF NOT EXISTS queue_lanes ON system.queue (queue, lane, "dueAt")',
  // By which keys a queue knows what it took, so that it takes nothing twice.
  `CREATE TABLE IF NOT EXISTS system.queue_keys (
    queue text NOT NULL, key text NOT NULL, "expiresAt" timestamptz NOT NULL, PRIMARY KEY (queue, key))`,
  'CREATE INDEX IF NOT EXISTS queue_keys_expiry ON system.queue_keys ("expiresAt")',
  // They had a table each once.
  `DO $$ BEGIN
    IF to_regclass('system.mails') IS NOT NULL THEN
      INSERT INTO system.queue SELECT id, 'mail', content, attempts, failure, "dueAt", "createdAt", "createdAt" + interval '30 days' FROM system.mails;
      DROP TABLE system.mails;
    END IF;
    IF to_regclass('system.reactions') IS NOT NULL THEN
      INSERT INTO system.queue SELECT id, 'reaction', jsonb_build_object('reaction', reaction, 'payload', payload)::text, attempts, failure,
        "dueAt", "createdAt", NULL FROM system.reactions;
      DROP TABLE system.reactions;
    END IF;
  END $$`,
  // When each job is due again, whose it is until when, and how its last run went.
  `CREATE TABLE IF NOT EXISTS system.jobs (id text PRIMARY KEY, "dueAt" timestamptz NOT NULL)`,
  `ALTER TABLE system.jobs ADD COLUMN IF NOT EXISTS lease uuid, ADD COLUMN IF NOT EXISTS "leasedUntil" timestamptz,
    ADD COLUMN IF NOT EXISTS "startedAt" timestamptz, ADD COLUMN IF NOT EXISTS "endedAt" timestamptz, ADD COLUMN IF NOT EXISTS failure text`,
  // Services outside that fail, as all servers see them: told again while they do, gone when one answers.
  `CREATE TABLE IF NOT EXISTS system.failing_services (
    name text PRIMARY KEY, since timestamptz NOT NULL, reason text NOT NULL, "toldAt" timestamptz NOT NULL DEFAULT now())`,
  // Values that stores name outside of themselves: each is one store's, whatever the machine that has the store's rows.
  `CREATE TABLE IF NOT EXISTS system.claims (
    name text NOT NULL, value text NOT NULL CHECK (value = lower(value)), "lojaId" bigint NOT NULL, record text NOT NULL,
    "claimedAt" timestamptz NOT NULL DEFAULT now(), CONSTRAINT ${claimConstraint} PRIMARY KEY (name, value))`,
  'CREATE INDEX IF NOT EXISTS claims_record ON system.claims (record, "lojaId")',
  // Pictures and attachments that stores sent, by the name that is in their address alone; `savedAt`: since when a record is known to name it.
  `CREATE TABLE IF NOT EXISTS system.sent_files (
    "lojaId" bigint NOT NULL, name uuid NOT NULL, bytes bigint NOT NULL, "savedAt" timestamptz, "sentAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("lojaId", name))`,
  // By whom, since there is a limit for each person over all stores; of files that were sent before, nobody's.
  'ALTER TABLE system.sent_files ADD COLUMN IF NOT EXISTS "userId" bigint',
  'CREATE INDEX IF NOT EXISTS sent_files_user ON system.sent_files ("userId")',
  // Notices of people, for 30 days; and the causes that hold now, so that each is told once.
  `CREATE TABLE IF NOT EXISTS system.notices (
    "lojaId" bigint NOT NULL, id uuid NOT NULL, "userId" bigint NOT NULL, notice text NOT NULL, text text NOT NULL, page text NOT NULL,
    "mailDue" boolean NOT NULL DEFAULT false, "readAt" timestamptz, "createdAt" timestamptz NOT NULL DEFAULT now(), PRIMARY KEY ("lojaId", id))`,
  'CREATE INDEX IF NOT EXISTS notices_person ON system.notices ("lojaId", "userId", "createdAt" DESC)',
  'CREATE INDEX IF NOT EXISTS notices_age ON system.notices ("createdAt")',
  `CREATE TABLE IF NOT EXISTS system.notice_causes (
    "lojaId" bigint NOT NULL, notice text NOT NULL, cause text NOT NULL, about text NOT NULL, "seenAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("lojaId", notice, cause))`,
  'CREATE INDEX IF NOT EXISTS notice_causes_about ON system.notice_causes ("lojaId", notice, about)',
  // Browsers in which people want to be told, by the hash of their address; the address and the keys are sealed.
  `CREATE TABLE IF NOT EXISTS system.push_subscriptions (
    key text PRIMARY KEY, "userId" bigint NOT NULL, target text NOT NULL, agent text NOT NULL, "usedAt" timestamptz NOT NULL DEFAULT now())`,
  'CREATE INDEX IF NOT EXISTS push_subscriptions_user ON system.push_subscriptions ("userId")',
  // The last number of each series by which a store's records are numbered: locked by who draws one until the transaction ends, and never taken back.
  `CREATE TABLE IF NOT EXISTS system.numbering (
    "lojaId" bigint NOT NULL, series text NOT NULL, last bigint NOT NULL, PRIMARY KEY ("lojaId", series))`,
  // Steps of a record's state that wait for the approval of others, and what became of them.
  `CREATE TABLE IF NOT EXISTS system.way_requests (
    "lojaId" bigint NOT NULL, id uuid NOT NULL, register text NOT NULL, record text NOT NULL, way text NOT NULL, version bigint NOT NULL,
    said jsonb NOT NULL DEFAULT '{}', "userId" bigint NOT NULL, name text NOT NULL, approved jsonb NOT NULL DEFAULT '[]',
    state text NOT NULL DEFAULT 'waiting', decided text, reason text, "endedAt" timestamptz, "createdAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("lojaId", id))`,
  `CREATE UNIQUE INDEX IF NOT EXISTS way_requests_waiting ON system.way_requests ("lojaId", register, record, way) WHERE state = 'waiting'`,
  'CREATE INDEX IF NOT EXISTS way_requests_record ON system.way_requests ("lojaId", register, record, "createdAt" DESC)',
  // Comments on records of a store, by the name under which the history knows these; `goneAt`: since when the record is removed, until an undo.
  `CREATE TABLE IF NOT EXISTS system.comments (
    "lojaId" bigint NOT NULL, id uuid NOT NULL, register text NOT NULL, record text NOT NULL, answers uuid, "userId" bigint NOT NULL,
    body text NOT NULL, mentions bigint[] NOT NULL DEFAULT '{}', "assigneeId" bigint, due date, "doneAt" timestamptz, "doneBy" bigint,
    "editedAt" timestamptz, "removedAt" timestamptz, "goneAt" timestamptz, "createdAt" timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY ("lojaId", id))`,
  'CREATE INDEX IF NOT EXISTS comments_record ON system.comments ("lojaId", register, record, "createdAt" DESC)',
  `CREATE INDEX IF NOT EXISTS comments_open ON system.comments ("lojaId", "assigneeId", due)
    WHERE "assigneeId" IS NOT NULL AND "doneAt" IS NULL AND "removedAt" IS NULL AND "goneAt" IS NULL`,
  // Years of a store's records that left for an archive, from before the first one leaves until all are back.
  `CREATE TABLE IF NOT EXISTS system.archived_years (
    register text NOT NULL, "lojaId" bigint NOT NULL, year integer NOT NULL, archive uuid NOT NULL, "from" timestamptz NOT NULL,
    "until" timestamptz NOT NULL, "leftAt" timestamptz, PRIMARY KEY (register, "lojaId", year, archive))`,
  // Of each batch of an archive that was taken out, the records that did not leave by it: it does not bring those back.
  `CREATE TABLE IF NOT EXISTS system.archived_batches (
    archive uuid NOT NULL, batch integer NOT NULL, others bigint[] NOT NULL, PRIMARY KEY (archive, batch))`,
]

const guardedTables = [
  'actions',
  'removed_secrets',
  'claims',
  'notices',
  'notice_causes',
  'numbering',
  'way_requests',
  'comments',
]

/** Makes the schema `system` and the search functions. */
export const prepareSystemSchema = async (q: Queries, distributed = false): Promise<void> => {
  const statements = [...tables, ...(distributed ? lockTables : []), ...guardedTables.map(table => guarded(table, distributed))]
  for (const statement of [...statements, ...searchFunctions]) await q.query(statement)
}

/** Rows to be locked: each machine has advisory locks of its own. */
const lockTables: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS system.locks ("lojaId" bigint NOT NULL, id integer NOT NULL, PRIMARY KEY ("lojaId", id))',
  'CREATE TABLE IF NOT EXISTS system.shared_locks (id integer PRIMARY KEY)',
  'DROP TABLE IF EXISTS system.joint_commits',
]

/** Tables of this schema that lie beside the rows of the store, since nearly every save writes them. */
export const storeTables: readonly string[] = [
  ...['locks', 'idempotency', 'actions', 'removed_secrets', 'notices', 'notice_causes', 'numbering', 'way_requests', 'comments'],
]

/** Tables of the first machine that every machine reaches: what work of a store reads or writes of them commits together with it. */
export const reachedTables: readonly string[] = [
  ...[
    'shared_locks',
    'claims',
    'confirmations',
    'queue',
    'queue_keys',
    'passwords',
    'api_keys',
    'invitations',
    'letters',
    'unproved_users',
  ],
  ...['failing_services', 'archived_years', 'archived_batches'],
]

/**
 * Functions by which an index of words, of beginnings of text or of amounts compares. Under row level security PostgreSQL lets an index serve a
 * condition only if its functions are marked to give nothing away about rows of others; these do not, but are not marked.
 */
export const comparedFunctions = [
  'ts_match_vq(tsvector, tsquery)',
  ...['textlike(text, text)', 'lower(text)', 'translate(text, text, text)'],
  ...['eq', 'lt', 'le', 'gt', 'ge'].map(sign => `numeric_${sign}(numeric, numeric)`),
]

/** Marks them, which takes a superuser. Tells what one has to run where ours is none: without it a search reads every row of its store. */
export const markSearchFunctions = async (q: Queries): Promise<string[]> => {
  const { rows } = await q.query<{ name: string; superuser: boolean }>(
    `SELECT name, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser
     FROM unnest($1::text[]) name JOIN pg_proc p ON p.oid = ('pg_catalog.' || name)::regprocedure WHERE NOT p.proleakproof`,
    [comparedFunctions],
  )
  const statements = rows.map(({ name }) => `ALTER FUNCTION pg_catalog.${name} LEAKPROOF`)
  if (!rows[0]?.superuser) return statements
  for (const statement of statements) await q.query(statement)
  return []
}

/** The grants of requests on tables of the system: those written along with a save, or told. */
const systemGrants: readonly { readonly acts: string; readonly tables: readonly string[] }[] = [
  {
    acts: 'SELECT, INSERT, UPDATE, DELETE',
    tables: ['idempotency', 'actions', 'removed_secrets', 'claims', 'notices', 'notice_causes', 'way_requests', 'comments'].map(
      table => `system.${table}`,
    ),
  },
  { acts: 'SELECT, INSERT, UPDATE', tables: ['system.numbering'] },
  { acts: 'INSERT', tables: ['system.confirmations', 'system.queue', 'system.passwords'] },
  { acts: 'SELECT, INSERT', tables: ['system.invitations', 'system.letters', 'system.unproved_users'] },
  { acts: 'SELECT', tables: ['system.failing_services', 'system.password_holders', 'system.key_names', 'system.archived_years'] },
]

/** The tables that only a distributed database has. */
const lockGrants = { acts: 'SELECT, INSERT, UPDATE', tables: ['system.locks', 'system.shared_locks'] }

const grantsOf = (distributed: boolean) => (distributed ? [...systemGrants, lockGrants] : systemGrants)

/** Grants requests their rights: every register's table, and of the system's only those that they need. */
export const grantToRole = async (q: Queries, distributed: boolean): Promise<void> => {
  const grants = [
    `GRANT USAGE ON SCHEMA public, system TO ${appRole}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${appRole}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${appRole}`,
    ...grantsOf(distributed).map(({ acts, tables }) => `GRANT ${acts} ON ${tables.join(', ')} TO ${appRole}`),
  ]
  for (const statement of grants) await q.query(statement)
}

/** Tells whether requests may touch the system's tables, those that came with a newer version included. */
export const isGrantedToRole = async (q: Queries, distributed: boolean): Promise<boolean> => {
  const wanted = grantsOf(distributed).flatMap(({ acts, tables }) =>
    acts.split(', ').flatMap(act => tables.map(table => [table, act])),
  )
  const { rows } = await q.query<{ yes: boolean }>(
    'SELECT bool_and(has_table_privilege($1, t, act)) AS yes FROM unnest($2::text[], $3::text[]) AS wanted(t, act)',
    [appRole, wanted.map(([table]) => table), wanted.map(([, act]) => act)],
  )
  return rows[0]?.yes === true
}
