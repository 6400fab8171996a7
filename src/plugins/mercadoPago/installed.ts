import {
  askedPartner,
  type InstallationContext,
  type Installations,
  installationsIn,
  installationsOf,
  type OperationContext,
} from '../../server/plugin.ts'
import type { Capabilities, Tokens } from './contract.ts'

/** As people know it. */
export const partner = 'Mercado Pago'
/** Register of what stores have installed. */
export const installedRegister = 'Mercado_Pago_oauth'

/** The installation of Mercado Pago in a store. */
export interface Installed {
  readonly id: number
  readonly account: string
  readonly accessToken: string
  readonly refreshToken: string
  /** The ways of payment that the store has switched on, and those that its account allows. */
  readonly on: Capabilities
  readonly allowed: Capabilities
  readonly expiresIn: number
}

export const paymentInstallations = (context: InstallationContext): Installations => installationsOf(installedRegister, context)

/** The installations within a call. */
export const installationsFor = <I>(running: OperationContext<I>): Installations => installationsIn(installedRegister, running)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isTrue = (value: unknown): boolean => value === 'true'

/** Reads what `Installations` gives, where all values are texts. */
export const readInstalled = (values: Readonly<Record<string, unknown>>): Installed => ({
  id: Number(values.id),
  account: text(values.conta),
  accessToken: text(values.accessToken),
  refreshToken: text(values.refreshToken),
  on: { login: isTrue(values.login), cartao: isTrue(values.cartao), pix: isTrue(values.pix) },
  allowed: { login: isTrue(values.mpLogin), cartao: isTrue(values.mpCartao), pix: isTrue(values.mpPix) },
  expiresIn: Number(values.expiresIn ?? 0),
})

/** Fields of new tokens; what failed before counts no more. */
export const tokenFields = ({ accessToken, refreshToken, expiresIn, account }: Tokens, now = Date.now()) => ({
  conta: account,
  accessToken,
  refreshToken,
  expiresIn,
  renovado_em: new Date(now).toISOString(),
  expira_em: new Date(now + expiresIn * 1000).toISOString(),
  falha: null,
  falha_desde: null,
})

/** Fields of what the account allows. */
export const capabilityFields = ({ login, cartao, pix }: Capabilities) => ({ mpLogin: login, mpCartao: cartao, mpPix: pix })

/** Returns the answer of Mercado Pago; a failure of it as the caller is told it. */
export const asked = <T>(answer: Promise<T>): Promise<T> => askedPartner(partner, answer)
