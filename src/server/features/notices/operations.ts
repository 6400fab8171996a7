import { noticesOfCall } from '../../../api/notice.ts'
import { secretsOfInstallation } from '../../database/secret.ts'
import { ApiError } from '../../error.ts'
import { objectOf } from '../../operations/objectOf.ts'
import { type RuntimeOperation, runtimeOperation } from '../../operations/operation.ts'
import { countUnread, listNotices, markRead } from './listNotices.ts'
import { choicesOf, keepChoice, usualChoice } from './noticeChoices.ts'
import { pushKeys } from './push/pushKeys.ts'
import { addSubscription, removeSubscription } from './push/pushSubscriptions.ts'
import { isPushAddress } from './push/sendPush.ts'
import { mayGet, permissionsOf } from './recipients.ts'

const item = objectOf({
  id: { type: 'string' },
  lojaId: { type: 'integer' },
  loja: { type: 'string', description: 'Nome da loja' },
  titulo: { type: 'string' },
  tom: { enum: ['info', 'warning', 'danger', 'positive'] },
  texto: { type: 'string' },
  pagina: { type: 'string', description: 'Endereço dentro do sistema' },
  quando: { type: 'string', format: 'date-time' },
  lido: { type: 'boolean' },
})

const unread = { naoLidos: { type: 'integer' } }

const list = runtimeOperation({
  method: 'GET',
  path: 'avisos',
  person: true,
  title: 'Os avisos de quem pergunta, de todas as suas lojas, do mais novo ao mais antigo',
  gate: 'logged',
  input: {
    type: 'object',
    properties: {
      antes: { type: 'string', format: 'date-time', maxLength: 40, description: 'Só os de antes deste momento' },
      depois: { type: 'string', format: 'uuid', description: 'Só os que seguem a este na lista' },
      limite: { type: 'integer', minimum: 1, maximum: noticesOfCall },
    },
  },
  output: {
    type: 'object',
    properties: { ...unread, avisos: { type: 'array', items: item } },
    required: ['naoLidos', 'avisos'],
  },
  messages: [],
  async run({ service: { database }, model, caller, input }) {
    const reader = { database, model, userId: caller.userId }
    const page = { before: input.antes, behind: input.depois, limit: input.limite ?? noticesOfCall }
    const [naoLidos, avisos] = await Promise.all([countUnread(reader), listNotices(reader, page)])
    return { naoLidos, avisos }
  },
})

const count = runtimeOperation({
  method: 'GET',
  path: 'avisos/contagem',
  person: true,
  title: 'Quantos avisos quem pergunta não leu',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: { type: 'object', properties: unread, required: ['naoLidos'] },
  messages: [],
  run: async ({ service: { database }, model, caller }) => ({
    naoLidos: await countUnread({ database, model, userId: caller.userId }),
  }),
})

const read = runtimeOperation({
  method: 'POST',
  path: 'avisos/lidos',
  person: true,
  title: 'Marcar avisos como lidos: estes, ou todos',
  gate: 'logged',
  standsAlone: true,
  input: {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: noticesOfCall } },
  },
  output: { type: 'object', properties: unread, required: ['naoLidos'] },
  messages: [],
  async run({ model, caller, input, service }) {
    const reader = { database: service.database, model, userId: caller.userId }
    await markRead(reader, input.ids)
    service.tellNotices?.([caller.userId])
    return { naoLidos: await countUnread(reader) }
  },
})

const choice = {
  nome: { type: 'string', maxLength: 100 },
  app: { type: 'boolean', description: 'No sistema' },
  email: { type: 'boolean', description: 'Também por e-mail' },
  push: { type: 'boolean', description: 'Também no navegador' },
}

const choices = runtimeOperation({
  method: 'GET',
  path: 'avisos/escolhas',
  person: true,
  title: 'De que quem pergunta pode ser avisado, e como escolheu',
  gate: 'logged',
  input: { type: 'object', properties: {} },
  output: objectOf({
    escolhas: {
      type: 'array',
      items: {
        type: 'object',
        properties: { ...choice, titulo: { type: 'string' }, ajuda: { type: 'string' } },
        required: ['nome', 'titulo', 'ajuda', 'app', 'email', 'push'],
      },
    },
    chave: { type: 'string', description: 'Chave pública com que o navegador assina os avisos' },
  }),
  messages: [],
  async run({ model, caller, service }) {
    const { system } = service.database
    const [permissions, chosen, keys] = await Promise.all([
      permissionsOf(system, model, caller.userId),
      choicesOf(system, [caller.userId]),
      pushKeys(system, () => secretsOfInstallation(service.dataDir)),
    ])
    const own = chosen.get(caller.userId) ?? {}
    const open = Object.values(model.notices).filter(notice => [...permissions.values()].some(each => mayGet(notice, each)))
    return {
      escolhas: open.map(({ name, title, help = '' }) => {
        const { app, mail, push } = own[name] ?? usualChoice
        return { nome: name, titulo: title, ajuda: help, app, email: mail, push }
      }),
      chave: keys.publicKey,
    }
  },
})

const choose = runtimeOperation({
  method: 'POST',
  path: 'avisos/escolhas',
  person: true,
  title: 'Escolher como ser avisado de algo',
  gate: 'logged',
  standsAlone: true,
  input: { type: 'object', properties: choice, required: ['nome', 'app', 'email', 'push'] },
  output: { type: 'object' },
  messages: ['notice.unknown'],
  async run({ service: { database }, model, caller, input }) {
    const { nome, app, email, push } = input
    if (!Object.hasOwn(model.notices, nome)) throw new ApiError(404, 'notice.unknown')
    await keepChoice(database.system, caller.userId, nome, { app, mail: email, push })
    return {}
  },
})

const subscribe = runtimeOperation({
  method: 'POST',
  path: 'avisos/aparelhos',
  person: true,
  title: 'Receber avisos também neste navegador',
  gate: 'logged',
  standsAlone: true,
  input: {
    type: 'object',
    properties: {
      endpoint: { type: 'string', maxLength: 1000, description: 'Endereço que o navegador deu: HTTPS, em um lugar público' },
      p256dh: { type: 'string', pattern: '^B[A-Za-z0-9_-]{86}=?$' },
      auth: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}(==)?$' },
      aparelho: { type: 'string', maxLength: 300 },
    },
    required: ['endpoint', 'p256dh', 'auth'],
  },
  output: { type: 'object' },
  messages: ['notice.push-address'],
  async run({ caller, input, service }) {
    const { endpoint, p256dh, auth, aparelho = '' } = input
    if (!isPushAddress(endpoint)) throw new ApiError(422, 'notice.push-address')
    const secrets = secretsOfInstallation(service.dataDir)
    await addSubscription(service.database.system, secrets, caller.userId, { endpoint, p256dh, auth }, aparelho)
    return {}
  },
})

const unsubscribe = runtimeOperation({
  method: 'POST',
  path: 'avisos/aparelhos/remover',
  person: true,
  title: 'Não receber mais avisos neste navegador',
  gate: 'logged',
  standsAlone: true,
  input: objectOf({ endpoint: { type: 'string', maxLength: 1000 } }),
  output: { type: 'object' },
  messages: [],
  async run({ service: { database }, caller, input }) {
    await removeSubscription(database.system, caller.userId, input.endpoint)
    return {}
  },
})

/** The calls of notices: each answers of the one who asks alone. */
export const noticeOperations: readonly RuntimeOperation[] = [list, count, read, choices, choose, subscribe, unsubscribe]
