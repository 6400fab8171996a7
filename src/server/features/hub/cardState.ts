import type { CardState } from '../../../api/hub.ts'
import { evaluate } from '../../../model/expression.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model, Register } from '../../../model/model.ts'
import { type HubCard, type NamedState, registerOfScreen } from '../../../model/screen.ts'
import { type Caller, personOf } from '../../access/caller.ts'
import type { Queries } from '../../database/queries.ts'
import { type DataRow, fetchCount, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import { planList } from '../../query/planList.ts'
import type { QueryPlan } from '../../query/queryPlan.ts'
import { restrictToStore } from '../../query/restrictPlan.ts'
import { tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'

interface Context {
  readonly model: Model
  readonly caller: Caller
  readonly q: Queries
}

/** The state of a card, and whether anything is set up at all. */
interface FoundState {
  readonly state: CardState
  readonly inUse: boolean
}

/** How what a card's screen sets up stands in the caller's store; nothing where it is about no register that they may see. */
export async function cardStateOf(card: HubCard, context: Context): Promise<FoundState | undefined> {
  const { model, caller } = context
  const screen = model.screens[card.screen]
  const register = model.registers[registerOfScreen(screen) ?? '']
  if (!screen || !register || caller.storeId === null || !isActAllowed(register, 'see', caller.rights)) return undefined
  if ('links' in screen.body) return linked(register, context)
  const own = 'states' in screen.body ? screen.body.states : undefined
  // Its page asks by a call of its own: the card says what it tells by the record, or nothing.
  if (own?.load && !card.states) return undefined
  const [row] = await fetchPlanRows({ ...planOf(register, context), limit: 1 }, context.q)
  const states = card.states ?? own?.states
  const state = states ? namedState(states, register, row, context) : plainState(row, context)
  return state && { state, inUse: row !== undefined }
}

function planOf(register: Register, { model, caller }: Context): QueryPlan {
  const table = tableOf(model, register.name)
  const fields = register.fields.filter(({ stored, secret }) => stored && !secret).map(({ name }) => name)
  return restrictToStore(planList({ fields }, { model, table, zone: caller.zone }), caller)
}

async function linked(register: Register, context: Context): Promise<FoundState> {
  const count = await fetchCount(planOf(register, context), context.q)
  const title = formatMessage(context.model, 'hub.linked', { count })
  return { state: { title, tone: count > 0 ? 'positive' : 'neutral', since: null }, inUse: count > 0 }
}

/** Where nobody named states, there is a record or there is none. */
const plainState = (row: DataRow | undefined, { model }: Context): CardState => ({
  title: formatMessage(model, row ? 'hub.set-up' : 'hub.not-set-up'),
  tone: row ? 'positive' : 'neutral',
  since: row ? moment(row.createdAt) : null,
})

function namedState(
  states: readonly NamedState[],
  register: Register,
  row: DataRow | undefined,
  { model, caller }: Context,
): CardState | undefined {
  const { email, admin, permission, zone } = caller
  const user = { id: personOf(caller), email, admin, owner: permission.owner || admin }
  const seen = { record: row ?? {}, isNew: row === undefined, user, zone }
  const state = states.find(({ when }) => evaluate(model, register.name, when, seen) === true)
  return state && { title: state.title, tone: state.tone ?? 'neutral', since: moment(state.since && row?.[state.since]) }
}

const moment = (value: unknown): string | null => (typeof value === 'string' ? value : null)
