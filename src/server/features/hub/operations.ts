import type { CardState, HubReply } from '../../../api/hub.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { HubCard, HubView } from '../../../model/screen.ts'
import { gateRefusal } from '../../access/gateRefusal.ts'
import type { Queries } from '../../database/queries.ts'
import { ApiError } from '../../error.ts'
import { inputOfStore } from '../../operations/objectOf.ts'
import { type Operation, type OperationContext, type OperationInput, operation } from '../../operations/operation.ts'
import { cardStateOf } from './cardState.ts'

type Input = OperationInput<'GET telas/:tela/estados'>

/** The states of all cards of a hub that the caller may open. */
const hubStates = operation({
  method: 'GET',
  path: 'telas/:tela/estados',
  title: 'Como está o que cada cartão de uma tela configura, e desde quando',
  gate: 'logged',
  input: inputOfStore({ tela: { type: 'string', maxLength: 100 } }),
  output: {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { title: { type: 'string' }, tone: { type: 'string' }, since: { type: ['string', 'null'] } },
    },
  },
  messages: ['screen-unknown', 'forbidden'],
  async run(running) {
    const hub = openHub(running)
    const { database, model, caller } = running
    const cards = hub.groups.flatMap(group => group.cards).filter(({ screen }) => mayOpen(running, screen))
    const stores = caller.storeId === null ? [] : [caller.storeId]
    return database.read({ stores }, async q => {
      const failing = await failingServices(cards, q)
      const states = await Promise.all(cards.map(card => cardStateOf(card, { model, caller, q })))
      return Object.fromEntries(
        cards.flatMap((card, at): [string, CardState][] => {
          const found = states[at]
          const since = found?.inUse && card.service !== undefined ? failing.get(card.service) : undefined
          if (since) return [[card.screen, { title: formatMessage(model, 'hub.no-answer'), tone: 'danger', since }]]
          return found ? [[card.screen, found.state]] : []
        }),
      ) satisfies HubReply
    })
  },
})

function openHub({ model, caller, input }: OperationContext<Input>): HubView {
  // `__proto__` names no screen.
  const screen = Object.hasOwn(model.screens, input.tela) ? model.screens[input.tela] : undefined
  if (!screen || !('hub' in screen.body)) throw new ApiError(404, 'screen-unknown')
  if (!caller.rights[screen.gate]) throw gateRefusal(model, screen.gate, caller.rights)
  return screen.body.hub
}

const mayOpen = ({ model, caller }: OperationContext<Input>, name: string): boolean =>
  caller.rights[model.screens[name]?.gate ?? ''] === true

/** Services that do not answer, since when; what nobody told again for a day counts no more. */
async function failingServices(cards: readonly HubCard[], q: Queries): Promise<ReadonlyMap<string, string>> {
  const names = cards.flatMap(({ service }) => service ?? [])
  if (names.length === 0) return new Map()
  const { rows } = await q.query<{ name: string; since: string }>(
    `SELECT name, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since FROM system.failing_services WHERE name = ANY($1::text[]) AND "toldAt" > now() - interval '1 day'`,
    [names],
  )
  return new Map(rows.map(({ name, since }) => [name, since]))
}

/** The calls of pages of cards. */
export const hubOperations: readonly Operation[] = [hubStates]
