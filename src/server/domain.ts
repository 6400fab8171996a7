import type { Job } from './jobs/job.ts'
import type { WatchedFigure } from './metrics/watchedFigure.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'
import type { StartWorker } from './queue/areaWorker.ts'
import type { Reaction } from './reactions/reaction.ts'
import type { Service } from './service.ts'
import type { DerivedTables } from './tables/derivedTables.ts'
import type { Effect } from './write/effect.ts'

/**
 * The face that the server shows to the areas of the domain: how an area declares itself, and everything of the server that it may
 * use. An area imports nothing else of the server; a test counts on that.
 */

/** A made-up company to try the product with. Never loaded where somebody works for real. */
export interface DemoData {
  /** Fills the empty database, whole or not at all. The moments of what it makes lie before `now`. */
  fill(service: Service, now: Date): Promise<void>
  /** Runs after that transaction; runs again when a start was cut short in between. */
  finish?(service: Service): Promise<void>
}

/** The contribution of an area of the business to the runtime, as plain data: nothing happens until somebody composes it. */
export interface Domain {
  readonly name: string
  /** Areas that this one builds on, and whose `public.ts` it may import. */
  readonly needs?: readonly string[]
  readonly operations?: readonly (Operation | OpenOperation)[]
  /** Business of a save that a definition cannot say, under the names that definitions use. */
  readonly effects?: Readonly<Record<string, Effect>>
  /** Tables beside those of the registers. */
  readonly tables?: readonly DerivedTables[]
  readonly jobs?: readonly Job[]
  /** The reactions of this area to events of areas that it needs. */
  readonly reactions?: readonly Reaction[]
  readonly demo?: DemoData
  /** Start what works on queues of the area's own: work that waits for services outside, and holds up no other. */
  readonly workers?: readonly StartWorker[]
  /** Figures to watch beside those of the server, for /metrics. */
  readonly figures?: readonly WatchedFigure[]
}

export {
  addressLines,
  dropKey,
  isAddressLine,
  keepKey,
  keyHint,
  mostAddresses,
  newKeyText,
  renameKey,
} from './access/apiKeys.ts'
export { type Caller, personOf, withAllRights } from './access/caller.ts'
export { keepDefaultStore } from './access/defaultStore.ts'
export { isEmailProved, isFirstOwner, markEmailUnproved } from './access/emailProof.ts'
export {
  addPasswordHash,
  findPasswordHash,
  findUserByEmail,
  hasPassword,
  invitationStates,
  ownerMembershipType,
  setPasswordHash,
} from './access/users.ts'
export { archivedYears, holdYears } from './archive/archivedYears.ts'
export { holdInStore, holdName, holdStore } from './database/holdInStore.ts'
export type { Queries, StoreScope } from './database/queries.ts'
export { secretsOfInstallation } from './database/secret.ts'
export { domainEvent } from './domainEvent.ts'
export { ApiError } from './error.ts'
export { admitInvitation } from './features/invitations/invitationLimits.ts'
export { mailNewOwner } from './features/mail/newOwnerMail.ts'
export { mailAdministrators } from './features/mail/pageLetters.ts'
export { faultPoint } from './integrations/faultPoint.ts'
export type { Job, JobContext } from './jobs/job.ts'
export { inputOfStore, objectOf } from './operations/objectOf.ts'
export {
  type OpenOperationContext,
  type OperationContext,
  type OperationInput,
  openOperation,
  operation,
} from './operations/operation.ts'
export { OperationReply } from './operations/operationReply.ts'
export { readForCaller } from './operations/readForCaller.ts'
export { port } from './port.ts'
export type { DataRow } from './query/fetchPlanRows.ts'
export { nameOfRecord } from './query/nameOfRecord.ts'
export { readRemembered } from './query/remembered/rememberedReads.ts'
export { type ColumnOf, type NumbersOf, type RecordOf, type RowOf, type Table, tableOf } from './query/table.ts'
export { type BatchStore, createBatches } from './queue/batchWorker.ts'
export { emitEvent } from './reactions/emitEvent.ts'
export { reactInTransaction, reactOnceCommitted } from './reactions/reaction.ts'
export { noteSecurityEvent, type SecurityEventKind } from './security/securityEvent.ts'
export type { Service } from './service.ts'
export { mailKnownSignUp, mailPasswordLink, mailStoreInvitation, mailWelcome } from './session/accessMails.ts'
export { endSessions } from './session/devices/endSessions.ts'
export { admitLogin } from './session/loginAttempts.ts'
export { letterRefusals, mailLetter } from './session/mailLetter.ts'

export { hashPassword, passwordProblem } from './session/password.ts'
export type { ArchivedRows, DerivedTables } from './tables/derivedTables.ts'
export { quotedIdentifier, quotedIdentifiers } from './tables/sqlNames.ts'
export { asSums, type FollowingSums, readSums, settleSums } from './tables/sums/followingSums.ts'
export { type SumTable, sumTables } from './tables/sums/sumTables.ts'
export { inWorker } from './threads/inWorker.ts'
export { threadTask } from './threads/threadTask.ts'
export { addRecords, changeFields, changeRecords, noteChange } from './write/changeRecords.ts'
export { validationError } from './write/check/validationError.ts'
export type { Effect, EffectContext, SavedRecord } from './write/effect.ts'
export { lockOwnFields, lockRecords, type StoredRecord } from './write/lockRecords.ts'
export { removeRecords } from './write/removeRecords.ts'
export { runWrite } from './write/runWrite.ts'
export { type RecordBody, saveOneRecord, saveRecords, writeOneOrMore, writeOneRecord, writeRecords } from './write/saveRecords.ts'
export { seedStore } from './write/seedStore.ts'
export { isOwnClaim } from './write/store/claims.ts'
export { hasRow, lockRows, type ValuesOf } from './write/store/namedRows.ts'
export { insertRows, nextVersion } from './write/store/rowStatements.ts'
export { shippedRoleRows } from './write/store/shippedRoles.ts'
export { continueAs, inTransaction, leaveToCommit, requireStore, type UnitOfWork, withUnitOfWork } from './write/unitOfWork.ts'
