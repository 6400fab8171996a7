import {
  askedPartner,
  type ColumnOf,
  type InstallationContext,
  type Installations,
  installationsIn,
  installationsOf,
  isNotFoundAnswer,
  isTokenRefused,
  type OperationContext,
  partnerRefusals,
  type Queries,
} from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import { isConnected, type RobotStatus } from './contract.ts'

const partner = 'WhatsApp'

/** Codes of what the service may refuse. */
export const chatbotRefusals = [...partnerRefusals, 'chatbot.not-installed']

/** Returns the answer of the service; a failure of it as the caller is told it. */
export const askedChatbot = <T>(answer: Promise<T>): Promise<T> => askedPartner(partner, answer)

/** Installations of bots, one a store. */
export const robotInstallations = (context: InstallationContext): Installations => installationsOf('Whatsapp', context)

export const robotsOf = <I>(running: OperationContext<I>): Installations => installationsIn('Whatsapp', running)

/** The bot of a store. */
export interface InstalledRobot {
  /** Empty while the installation is under way, or was cut off. */
  readonly token: string
  readonly waboxapp: boolean
  readonly status: string
  /** Milliseconds since the record was written last. */
  readonly age: number
}

type Values = Readonly<Record<string, unknown>>

export const readInstalledRobot = (values: Values): InstalledRobot => ({
  token: typeof values.token === 'string' ? values.token : '',
  waboxapp: values.waboxapp === 'true',
  status: typeof values.status === 'string' ? values.status : '',
  age: Date.now() - Date.parse(String(values.updatedAt)),
})

/** The store's place in the app, and whether its company has the module. */
export async function storeModule(
  q: Queries,
  lojaId: number,
): Promise<{ readonly modulo: boolean; readonly uri: ColumnOf<'lojas', 'appDeliveryUri'> }> {
  const { rows } = await q.query<{ modulo: boolean; uri: string | null }>(
    `SELECT coalesce(u.chatbot, false) AS modulo, l."appDeliveryUri" AS uri
     FROM lojas l LEFT JOIN users u ON u.id = l."adminUserId" WHERE l.id = $1`,
    [lojaId],
  )
  return rows[0] ?? { modulo: false, uri: null }
}

/** Reads the bot of the caller's store, and whether its company has the module. */
export const readRobot = <I>(running: OperationContext<I>, lojaId: number) =>
  running.writing.service.database.read({ stores: [lojaId] }, async q => ({
    row: await robotsOf(running).read(q, lojaId),
    modulo: (await storeModule(q, lojaId)).modulo,
  }))

/** Returns the fields of a status to keep, for the list of the administrator and the card of the page of integrations; empty where nothing is new. */
export function statusFields(before: Values, { status, ok, timestamp, number, replies }: RobotStatus): Values {
  const now = new Date().toISOString()
  const isSame =
    before.status === status &&
    before.ok === String(ok) &&
    (before.number ?? '') === number &&
    before.responder === String(replies.responder)
  if (isSame) return {}
  const [was, is] = [isConnected(before.status), isConnected(status)]
  return {
    status,
    ok,
    number: number === '' ? null : number,
    responder: replies.responder,
    ...(before.status === status && timestamp === null ? {} : { timestamp: timestamp ?? now }),
    ...(was === is ? {} : { conectado_em: is ? now : null }),
  }
}

/** Asks how the bot stands. A token that is not accepted is taken anew once; `renewed` is that one. */
export async function askStatus(
  chatbot: Chatbot,
  lojaId: number,
  { token, waboxapp }: Pick<InstalledRobot, 'token' | 'waboxapp'>,
): Promise<{ readonly status: RobotStatus; readonly renewed?: string }> {
  if (token !== '')
    try {
      return { status: await chatbot.status(lojaId, token) }
    } catch (error) {
      if (!isTokenRefused(error)) throw error
    }
  const renewed = await chatbot.make(lojaId, waboxapp)
  return { status: await chatbot.status(lojaId, renewed), renewed }
}

/** Removes the bot at the service; one that is not there any more is removed. */
export const removeRobot = (chatbot: Chatbot, lojaId: number): Promise<void> =>
  askedChatbot(
    chatbot.remove(lojaId).catch((error: unknown) => {
      if (!isNotFoundAnswer(error)) throw error
    }),
  )
