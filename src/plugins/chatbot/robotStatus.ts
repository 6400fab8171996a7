import { formatMessage } from '../../model/formatMessage.ts'
import { ApiError, type OperationContext, objectOf, operation, requireStore } from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import type { Replies, RobotStatus } from './contract.ts'
import {
  askedChatbot,
  askStatus,
  chatbotRefusals,
  readInstalledRobot,
  readRobot,
  removeRobot,
  robotsOf,
  statusFields,
} from './installedRobot.ts'
import { qrPicture } from './qrPicture.ts'

/** Milliseconds after which an installation without an answer counts as cut off, and is asked for again. */
const cutOff = 20_000

const texts = (...names: string[]) => Object.fromEntries(names.map(name => [name, { type: 'string' }]))

const output = objectOf({
  modulo: { type: 'boolean', description: 'O usuário administrador da loja tem o módulo de chatbot' },
  antigo: { type: 'boolean', description: 'Quem pergunta pode instalar o chatbot antigo' },
  instalado: { type: 'boolean' },
  falha: { type: 'string', description: 'Por que não se sabe como ele está agora; vazio quando se sabe' },
  service: { type: 'object', properties: texts('status') },
  statusDetails: {
    type: 'object',
    properties: { ...texts('qrCode', 'qrImagem'), timestamp: { type: ['string', 'null'] } },
  },
  number: { type: 'string' },
  respostas: {
    type: 'object',
    properties: { responder: { type: 'boolean' }, ...texts('respostaBemVindo', 'contatosIgnorar') },
  },
})

const silent: Replies = { responder: false, respostaBemVindo: '', contatosIgnorar: '' }

/** Tells whether somebody may install the old chatbot: whose login address is at the provider's own domain. */
export const mayInstallOld = (email: string, domain: string): boolean =>
  domain !== '' && email.toLowerCase().endsWith(`@${domain.toLowerCase()}`)

/** How the store's chatbot stands, asked of the service each time; what is new is kept. */
export const robotStatus = (chatbot: Chatbot, domain: string) =>
  operation({
    method: 'GET',
    path: 'whatsapp/roboStatus',
    title: 'Como está o chatbot da loja: status, código QR e respostas',
    gate: 'owner || admin',
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output,
    messages: chatbotRefusals,
    async run(running) {
      const lojaId = requireStore(running.caller)
      const { row, modulo } = await readRobot(running, lojaId)
      const base = { modulo, antigo: mayInstallOld(running.caller.email, domain), instalado: row !== undefined, falha: '' }
      const told = (status: RobotStatus | undefined, picture = '') => ({
        service: { status: status?.status ?? (row ? readInstalledRobot(row).status : '') },
        statusDetails: { qrCode: status?.qrCode ?? '', qrImagem: picture, timestamp: status?.timestamp ?? null },
        number: status?.number ?? '',
        respostas: status?.replies ?? silent,
      })
      if (!row) return { ...base, ...told(undefined) }
      const before = readInstalledRobot(row)
      // Somebody else is installing it right now.
      if (before.token === '' && before.age < cutOff) return { ...base, ...told(undefined) }
      try {
        const { status, renewed } = await askedChatbot(askStatus(chatbot, lojaId, before))
        await keep(running, lojaId, { status, token: before.token, ...(renewed === undefined ? {} : { renewed }) }, chatbot)
        return { ...base, ...told(status, await qrPicture(status.qrCode)) }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // The page goes on asking, and offers to uninstall it.
        return { ...base, ...told(undefined), falha: formatMessage(running.model, error.code, error.params) }
      }
    },
  })

interface News {
  readonly status: RobotStatus
  /** The token that it was asked with, and the one that took its place. */
  readonly token: string
  readonly renewed?: string
}

/** Keeps what is new, unless it was uninstalled or installed anew meanwhile. */
async function keep<I>(
  running: OperationContext<I>,
  lojaId: number,
  { status, token, renewed }: News,
  chatbot: Chatbot,
): Promise<void> {
  const robots = robotsOf(running)
  const outcome = await running.writing.service.database.write({ stores: [lojaId] }, async q => {
    const now = await robots.read(q, lojaId, true)
    if (!now) return 'gone'
    if (readInstalledRobot(now).token !== token) return 'same'
    const fields = { ...statusFields(now, status), ...(renewed === undefined ? {} : { token: renewed }) }
    if (Object.keys(fields).length === 0) return 'same'
    await robots.write(q, lojaId, fields)
    return 'new'
  })
  if (outcome === 'new') robots.tell(lojaId)
  // It was made again for nobody.
  if (outcome === 'gone' && renewed !== undefined) await removeRobot(chatbot, lojaId)
}
