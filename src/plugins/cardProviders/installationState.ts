import { isTokenRefused } from '../../server/plugin.ts'

/** Fields of an installation whose credentials the provider has just accepted. */
export const soundFields = (now = new Date()) => ({ testado_em: now.toISOString(), falha: null, falha_desde: null })

/** Fields of one whose credentials are refused, since when it is so; none where the provider merely failed, which says nothing of them. */
export const failureFields = (installed: Readonly<Record<string, unknown>>, error: unknown, now = new Date()) =>
  isTokenRefused(error)
    ? { falha: 'A chave não é aceita', ...(installed.falha_desde ? {} : { falha_desde: now.toISOString() }) }
    : {}
