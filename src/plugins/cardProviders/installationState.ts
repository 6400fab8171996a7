import { isTokenRefused } from '../../server/plugin.ts'

type Installed = Readonly<Record<string, unknown>>

/** Fields of an installation whose credentials the provider has just accepted. */
export const soundFields = () => ({ testado_em: new Date().toISOString(), falha: null, falha_desde: null })

/** Fields of one whose credentials are refused, since when it is so; none where the provider merely failed, which says nothing of them. */
export const failureFields = (installed: Installed, error: unknown) =>
  isTokenRefused(error)
    ? { falha: 'A chave não é aceita', ...(installed.falha_desde ? {} : { falha_desde: new Date().toISOString() }) }
    : {}

/** Fields of one whose credentials were refused before and were accepted now; none where there is nothing to take back. */
export const acceptedFields = ({ falha }: Installed) => (falha ? { falha: null, falha_desde: null } : {})

/** Tells whether an installation still has the credentials that something was asked with: what came of others says nothing of these. */
export const hasSame = (credentials: readonly string[], asked: Installed, now: Installed | undefined): now is Installed =>
  now !== undefined && credentials.every(name => now[name] === asked[name])
