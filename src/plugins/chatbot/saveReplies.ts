import {
  ApiError,
  isTokenRefused,
  type OperationInput,
  objectOf,
  operation,
  requireStore,
  validationError,
} from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import type { Replies } from './contract.ts'
import { askedChatbot, chatbotRefusals, readInstalledRobot, readRobot, robotsOf } from './installedRobot.ts'

/** Saves what the store's chatbot says by itself, and to whom it says nothing. */
export const saveReplies = (chatbot: Chatbot) =>
  operation({
    method: 'POST',
    path: 'whatsapp/roboRespostas',
    title: 'Salvar as respostas do chatbot',
    gate: 'owner || admin',
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        responder: { type: 'boolean' },
        respostaBemVindo: { type: ['string', 'null'], maxLength: 1000 },
        contatosIgnorar: { type: ['string', 'null'], maxLength: 4000, description: 'Números com DDD, um por linha' },
      },
    },
    output: objectOf({ salvo: { type: 'boolean' } }),
    messages: [
      ...chatbotRefusals,
      'chatbot.module-off',
      'chatbot.not-ready',
      'chatbot.contacts-invalid',
      'chatbot.welcome-missing',
    ],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const replies = readReplies(running.input)
      const robots = robotsOf(running)
      const { row, modulo } = await readRobot(running, lojaId)
      if (!modulo) throw new ApiError(422, 'chatbot.module-off')
      if (!row) throw new ApiError(404, 'chatbot.not-installed')
      const { token, status, waboxapp } = readInstalledRobot(row)
      if (status !== 'ready' || token === '') throw new ApiError(409, 'chatbot.not-ready')
      const renewed = await askedChatbot(
        chatbot.saveReplies(lojaId, token, replies).catch(async (error: unknown) => {
          if (!isTokenRefused(error)) throw error
          const other = await chatbot.make(lojaId, waboxapp)
          await chatbot.saveReplies(lojaId, other, replies)
          return other
        }),
      )
      await running.writing.service.database.write({ stores: [lojaId] }, async q => {
        const now = await robots.read(q, lojaId, true)
        if (!now || readInstalledRobot(now).token !== token) return
        await robots.write(q, lojaId, { responder: replies.responder, ...(renewed === undefined ? {} : { token: renewed }) })
      })
      robots.tell(lojaId)
      return { salvo: true }
    },
  })

/** Replies as they are sent: phone numbers as digits, one a line. */
function readReplies({
  responder = false,
  respostaBemVindo,
  contatosIgnorar,
}: OperationInput<'POST whatsapp/roboRespostas'>): Replies {
  const welcome = (respostaBemVindo ?? '').trim()
  if (responder && welcome === '') throw validationError([{ path: 'respostaBemVindo', code: 'chatbot.welcome-missing' }])
  const lines = (contatosIgnorar ?? '').split(/[\n,;]+/).map(line => line.trim())
  const numbers = lines.filter(line => line !== '').map(line => line.replace(/[\s()+.-]/g, ''))
  const wrong = numbers.find(number => !/^\d{10,15}$/.test(number))
  if (wrong !== undefined)
    throw validationError([{ path: 'contatosIgnorar', code: 'chatbot.contacts-invalid', params: { number: wrong.slice(0, 40) } }])
  return { responder, respostaBemVindo: welcome, contatosIgnorar: [...new Set(numbers)].join('\n') }
}
