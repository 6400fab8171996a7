import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import { ApiError } from '../error.ts'
import { IntegrationError } from './integrationError.ts'

/** Messages that `partnerRefusal` gives. */
export const partnerRefusals = ['refused', 'refused-plain', 'silent', 'malformed', 'busy', 'not-configured'].map(
  code => `partner.${code}`,
)

/** Why a partner did not do what was asked, as the caller is told it: in the partner's own words where it has some. */
export function partnerRefusal(partner: string, error: unknown): unknown {
  if (error instanceof UnexpectedAnswer) return new ApiError(424, 'partner.malformed', { partner })
  if (!(error instanceof IntegrationError)) return error
  if (error.reason === 'not-configured') return new ApiError(424, 'partner.not-configured', { partner })
  if (error.reason === 'status' && error.status === 429) return new ApiError(424, 'partner.busy', { partner })
  if (error.reason === 'status' && error.said !== undefined)
    return new ApiError(424, 'partner.refused', { partner, said: error.said })
  if (error.reason === 'status' && error.status !== undefined && error.status < 500)
    return new ApiError(424, 'partner.refused-plain', { partner })
  if (error.reason === 'malformed' || error.reason === 'too-large') return new ApiError(424, 'partner.malformed', { partner })
  return new ApiError(424, 'partner.silent', { partner })
}

/** Returns the answer of a partner; a failure of it as the caller is told it. */
export const askedPartner = <T>(partner: string, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw partnerRefusal(partner, error)
  })

/** Tells whether the partner does not accept the token any more. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof IntegrationError && error.reason === 'status' && (error.status === 401 || error.status === 403)
