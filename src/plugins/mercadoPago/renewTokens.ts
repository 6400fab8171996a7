import { type Database, type Installations, isTokenRefused } from '../../server/plugin.ts'
import { readInstalled, tokenFields } from './installed.ts'
import type { MercadoPago } from './mercadoPago.ts'

/** The services that renewing needs, in a job as in a call. */
export interface RenewalContext {
  readonly mercadoPago: MercadoPago
  readonly installations: Installations
  readonly database: Pick<Database, 'read' | 'write'>
}

/**
 * Renews the tokens of a store and gives the new access token; undefined where nothing is installed. A refresh token is good for one time: where
 * somebody renewed meanwhile, what they got counts, and where somebody had done so before the access token was `refused`, nothing is renewed. Throws
 * what the provider failed with, once that is noted in the store's record.
 */
export async function renewTokens(context: RenewalContext, lojaId: number, refused?: string): Promise<string | undefined> {
  const { mercadoPago, installations, database } = context
  const installed = async (): Promise<ReturnType<typeof readInstalled> | undefined> => {
    const found = await database.read({ stores: [lojaId] }, q => installations.read(q, lojaId))
    return found?.instalado_em ? readInstalled(found) : undefined
  }
  const before = await installed()
  if (!before) return undefined
  if (refused !== undefined && before.accessToken !== refused) return before.accessToken
  const { refreshToken } = before
  /** Writes unless it was uninstalled or renewed meanwhile. */
  const write = async (fields: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const written = await database.write({ stores: [lojaId] }, async q => {
      const now = await installations.read(q, lojaId, true)
      if (!now || readInstalled(now).refreshToken !== refreshToken) return false
      await installations.write(q, lojaId, now.falha_desde && fields.falha ? { falha: fields.falha } : fields)
      return true
    })
    if (written) installations.tell(lojaId)
    return written
  }
  try {
    const tokens = await mercadoPago.refresh(refreshToken)
    return (await write(tokenFields(tokens))) ? tokens.accessToken : (await installed())?.accessToken
  } catch (error) {
    const isNoted = await write({ falha: 'A autorização não foi renovada', falha_desde: new Date().toISOString() })
    if (isNoted) throw error
    return (await installed())?.accessToken
  }
}

/** Asks with the store's token; one that is not accepted any more is renewed once. */
export async function withToken<T>(
  context: RenewalContext,
  lojaId: number,
  accessToken: string,
  ask: (accessToken: string) => Promise<T>,
): Promise<T> {
  try {
    return await ask(accessToken)
  } catch (error) {
    if (!isTokenRefused(error)) throw error
    const renewed = await renewTokens(context, lojaId, accessToken)
    if (renewed === undefined) throw error
    return ask(renewed)
  }
}
