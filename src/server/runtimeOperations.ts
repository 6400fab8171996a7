import { automationOperations } from './features/automations/operations.ts'
import { taskOperations } from './features/discuss/myTasks.ts'
import { emailProofOperations } from './features/emailProof/operations.ts'
import { explainOperations } from './features/explain/operations.ts'
import { hubOperations } from './features/hub/operations.ts'
import { importOperations } from './features/import/operations.ts'
import { invitationOperations } from './features/invitations/operations.ts'
import { noticeOperations } from './features/notices/operations.ts'
import { privacyOperations } from './features/privacy/operations.ts'
import { restartOperations } from './features/restart/operations.ts'
import { searchOperations } from './features/search/search.ts'
import { undoOperations } from './features/undo/operations.ts'
import { notificationOperations } from './integrations/notifications/operations.ts'
import type { OpenOperation, RuntimeOperation } from './operations/operation.ts'
import { identityOperations } from './session/devices/identityOperations.ts'
import { securityOperations } from './session/devices/securityLogOperations.ts'
import { sessionOperations } from './session/devices/sessionOperations.ts'
import { storeAccessOperations } from './session/devices/storeAccessOperations.ts'
import { secondFactorOperations } from './session/secondFactor/operations.ts'
import { visitorOperations } from './visitors/operations.ts'

/** The operations of the runtime's own features; areas and integrations add theirs. */
export const runtimeOperations: readonly (RuntimeOperation | OpenOperation)[] = [
  ...importOperations,
  ...undoOperations,
  ...searchOperations,
  ...explainOperations,
  ...invitationOperations,
  ...emailProofOperations,
  ...hubOperations,
  ...privacyOperations,
  ...restartOperations,
  ...notificationOperations,
  ...noticeOperations,
  ...taskOperations,
  ...automationOperations,
  ...visitorOperations,
  ...sessionOperations,
  ...storeAccessOperations,
  ...securityOperations,
  ...identityOperations,
  ...secondFactorOperations,
]
