import type { FastifyRequest } from 'fastify'
import type { RecoveryCodesReply } from '../../../api/secondFactor.ts'
import type { Access } from '../../access/access.ts'
import type { StoredUser } from '../../access/users.ts'
import { ApiError } from '../../error.ts'
import type { Service } from '../../service.ts'

/** The context of calls about somebody's own second factor. */
export interface FactorContext {
  readonly service: Service
  readonly access: Access
  /** Returns the signed-in user: no store is asked, and no licence. */
  who(request: FastifyRequest): Promise<StoredUser>
  /** Recovery codes for whoever had no factor before; nobody else's are replaced. */
  firstCodes(userId: number, had: boolean): Promise<RecoveryCodesReply>
}

/** The setup that was shown can no longer be confirmed: it is begun again. */
export const setupExpired = (): ApiError => new ApiError(422, 'second-factor.setup-expired')
