import { type InstallationContext, type Installations, installationsOf } from '../../server/plugin.ts'
import type { Tokens } from './contract.ts'

/** The installation of iFood in a store. */
export interface Installed {
  readonly verifier: string
  readonly accessToken: string
  readonly refreshToken: string
}

export const ifoodInstallations = (context: InstallationContext): Installations => installationsOf('IFood_oauth', context)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const readInstalled = (values: Readonly<Record<string, unknown>>): Installed => ({
  verifier: text(values.verifier),
  accessToken: text(values.accessToken),
  refreshToken: text(values.refreshToken),
})

/** Fields of new tokens; what failed before counts no more. */
export const tokenFields = ({ accessToken, refreshToken, expiresIn }: Tokens, now = Date.now()) => ({
  accessToken,
  refreshToken,
  tokenJson: { expiresIn },
  renovado_em: new Date(now).toISOString(),
  expira_em: new Date(now + expiresIn * 1000).toISOString(),
  falha: null,
  falha_desde: null,
})
