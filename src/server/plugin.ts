import type { Domain } from './domain.ts'
import type { NotificationReceiver } from './integrations/notifications/notificationReceiver.ts'
import type { PluginContext } from './integrations/pluginContext.ts'
import type { Offer } from './port.ts'

/**
 * The face that the server shows to integrations: that of the areas, and what reaching a service outside takes. An integration
 * imports nothing else of the server.
 */

/** An integration as the server takes it in: an area that may hold a connection, and that does something for other areas. */
export interface Plugin extends Domain {
  /** Its services for areas that ask for them: see `port`. */
  readonly offers?: readonly Offer[]
  /** How services outside notify it: see `notificationReceiver`. */
  readonly receivers?: readonly NotificationReceiver[]
  close?(): Promise<void>
}

export type OpenPlugin = (context: PluginContext) => Promise<Plugin>

export type { PaperBlock } from '../model/paper/paperBlock.ts'
export type { Caller } from './access/caller.ts'
export type { RegisterChange } from './access/registerChange.ts'
export { holdInStore, holdStore } from './database/holdInStore.ts'
export { type Database, lazyCommit, type Queries } from './database/queries.ts'
export { secretsOfInstallation } from './database/secret.ts'
export { documentTask } from './documents/documentTask.ts'
export { ApiError } from './error.ts'
export { imageTypeOf } from './files/image.ts'
export { faultPoint } from './integrations/faultPoint.ts'
export { fetchPicture } from './integrations/fetchPicture.ts'
export { findEndpoint } from './integrations/findEndpoint.ts'
export { type InstallationContext, type Installations, installationsIn, installationsOf } from './integrations/installation.ts'
export { createIntegrationClient, type IntegrationClient } from './integrations/integrationClient.ts'
export { IntegrationError, isNotFoundAnswer } from './integrations/integrationError.ts'
export {
  type AdmissionContext,
  type NotificationReceiver,
  type NotificationStore,
  notificationReceiver,
} from './integrations/notifications/notificationReceiver.ts'
export { askedPartner, isTokenRefused, partnerRefusal, partnerRefusals } from './integrations/partnerRefusal.ts'
export type { PluginContext } from './integrations/pluginContext.ts'
export type { StubRequest, StubResponse } from './integrations/stubServer.ts'
export { uninstallation } from './integrations/uninstallation.ts'
export { installedStoresJob } from './jobs/installedStoresJob.ts'
export type { Job, JobContext } from './jobs/job.ts'
export type { WatchedFigure } from './metrics/watchedFigure.ts'
export { inputOfStore, objectOf } from './operations/objectOf.ts'
export { type Operation, type OperationContext, type OperationInput, openOperation, operation } from './operations/operation.ts'
export { OperationReply } from './operations/operationReply.ts'
export { storeCaller } from './query/remembered/storeCaller.ts'
export { type ColumnOf, type NumbersOf, type RecordOf, type RegisterName, type RowOf, tableOf } from './query/table.ts'
export { type StartWorker, startAreaWorker } from './queue/areaWorker.ts'
export { createDurableQueue } from './queue/durableQueue.ts'
export { announceEvent } from './reactions/emitEvent.ts'
export type { Service } from './service.ts'
export { type Letter, letterRefusals, mailLetter } from './session/mailLetter.ts'
export { mailOwners } from './session/ownerMails.ts'
export { publicAddress } from './settings.ts'
export { inWorker, type PieceContext } from './threads/inWorker.ts'
export { threadTask } from './threads/threadTask.ts'
export { inSpan } from './tracing/spans.ts'
export { changeFields, changeRecords } from './write/changeRecords.ts'
export { validationError } from './write/check/validationError.ts'
export { lockRecords } from './write/lockRecords.ts'
export { saveOneRecord } from './write/saveRecords.ts'
export { isOwnClaim } from './write/store/claims.ts'
export { lockRows, type ValuesOf } from './write/store/namedRows.ts'
export { openSecret } from './write/store/openSecret.ts'
export { nextVersion } from './write/store/rowStatements.ts'
export { inTransaction, requireStore, type UnitOfWork, withUnitOfWork } from './write/unitOfWork.ts'
