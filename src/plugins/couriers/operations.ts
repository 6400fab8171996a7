import {
  ApiError,
  installationsIn,
  inTransaction,
  type OperationContext,
  operation,
  partnerRefusal,
  partnerRefusals,
  requireStore,
  tableOf,
  uninstallation,
} from '../../server/plugin.ts'
import { type Courier, type CourierKeys, UnknownCredentials } from './couriers.ts'

/** A courier as the product knows it: its register, its name in texts, and what its credentials are called. */
export interface CourierHouse {
  /** Register and first step of its calls. */
  readonly name: string
  readonly partner: string
  /** Field of the register, member of the test call, and header of the courier's contract. */
  readonly credentials: readonly { readonly field: string; readonly member: string; readonly header: string }[]
  /** Whether it works at a place that the store chooses. */
  readonly located: boolean
}

const gate = 'owner || admin'
const messages = [...partnerRefusals, 'courier.credentials', 'courier.not-installed']
const lojaId = { type: 'integer' }
const text = { type: 'string', minLength: 1, maxLength: 300 }

type Values = Readonly<Record<string, unknown>>

/** All calls of a courier. */
export function courierOperations(house: CourierHouse, courier: Courier) {
  const { name: register, partner } = house
  const leave = uninstallation({ register, partner, missing: 'courier.not-installed' })
  const calls = [install(house, courier), test(house, courier), leave]
  return house.located ? [...calls, states(house, courier), cities(house, courier)] : calls
}

/** A failure of the courier as the caller is told it. */
const asked = <T>({ partner }: CourierHouse, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof UnknownCredentials) throw new ApiError(424, 'courier.credentials', { partner })
    throw partnerRefusal(partner, error)
  })

const installationsFor = <I>({ name }: CourierHouse, running: OperationContext<I>) => installationsIn(name, running)

/** Returns the installation of the store; 404 where it has none. */
async function installed<I>(house: CourierHouse, running: OperationContext<I>): Promise<Values> {
  const store = requireStore(running.caller)
  const found = await running.database.read({ stores: [store] }, q => installationsFor(house, running).read(q, store))
  if (!found) throw new ApiError(404, 'courier.not-installed', { partner: house.partner })
  return found
}

const keysOf = ({ credentials }: CourierHouse, values: Values, name: 'field' | 'member'): CourierKeys =>
  Object.fromEntries(
    credentials.flatMap(one => (typeof values[one[name]] === 'string' ? [[one.header, String(values[one[name]])]] : [])),
  )

/** Installs the courier once it knows the credentials, or keeps the place that the store chose. */
const install = (house: CourierHouse, courier: Courier) =>
  operation<Values>({
    method: 'POST',
    path: `${house.name}/upsertWithWhere`,
    actsOn: { register: house.name, act: 'save' },
    title: `Instalar ou configurar ${house.partner}`,
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId,
        where: { description: 'Dispensado: vale a loja da chamada' },
        ...Object.fromEntries(house.credentials.map(({ field }) => [field, text])),
        ...(house.located ? { state_id: { type: 'integer', minimum: 1 }, city_id: { type: 'integer', minimum: 1 } } : {}),
      },
    },
    output: { type: 'object', properties: { instalado: { type: 'boolean' } }, required: ['instalado'] },
    messages,
    async run(running) {
      const { caller, input, model, writing } = running
      const store = requireStore(caller)
      const installations = installationsFor(house, running)
      const fields = house.credentials.map(({ field }) => field)
      const given = fields.filter(field => input[field] !== undefined)
      if (given.length > 0) {
        const missing = fields.find(field => input[field] === undefined)
        if (missing) throw new ApiError(422, 'required', {}, [{ path: missing, code: 'required' }])
        await asked(house, courier.test(keysOf(house, input, 'field')))
      } else await installed(house, running)
      const names = house.located ? [...fields, 'state_id', 'city_id'] : fields
      const values = Object.fromEntries(names.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])))
      await inTransaction(writing, tableOf(model, house.name).register, async ({ q }) => {
        // Uninstalled meanwhile: a place alone installs nothing.
        const now = await installations.read(q, store, true)
        if (!now && given.length === 0) throw new ApiError(404, 'courier.not-installed', { partner: house.partner })
        await installations.write(q, store, values)
      })
      installations.tell(store)
      return { instalado: true }
    },
  })

/** Whether the courier knows the credentials: those of the call, or without any those that are installed. */
const test = (house: CourierHouse, courier: Courier) =>
  operation<Values>({
    method: 'POST',
    path: `${house.name}/integrationTest`,
    title: `Testar a integração com ${house.partner}`,
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId, ...Object.fromEntries(house.credentials.map(({ member }) => [member, text])) },
    },
    output: { type: 'object', properties: { success: { type: 'boolean' } }, required: ['success'] },
    messages,
    async run(running) {
      const typed = keysOf(house, running.input, 'member')
      const keys = Object.keys(typed).length > 0 ? typed : keysOf(house, await installed(house, running), 'field')
      await asked(house, courier.test(keys))
      return { success: true }
    },
  })

const places = (name: string, members: object) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, [name]: { type: 'array', items: { type: 'object', properties: members } } },
  required: ['success', name],
})

const states = (house: CourierHouse, courier: Courier) =>
  operation<object>({
    method: 'GET',
    path: `${house.name}/states`,
    title: `Estados em que ${house.partner} atende`,
    gate,
    input: { type: 'object', properties: { lojaId } },
    output: places('states', { estadoID: { type: 'integer' }, estadoUF: { type: 'string' } }),
    messages,
    async run(running) {
      const keys = keysOf(house, await installed(house, running), 'field')
      return { success: true, states: await asked(house, courier.states(keys)) }
    },
  })

const cities = (house: CourierHouse, courier: Courier) =>
  operation<{ readonly stateId: number }>({
    method: 'GET',
    path: `${house.name}/cities`,
    title: `Cidades em que ${house.partner} atende`,
    gate,
    input: { type: 'object', properties: { lojaId, stateId: { type: 'integer', minimum: 1 } }, required: ['stateId'] },
    output: places('cities', { cidadeID: { type: 'integer' }, cidadeNome: { type: 'string' } }),
    messages,
    async run(running) {
      const keys = keysOf(house, await installed(house, running), 'field')
      return { success: true, cities: await asked(house, courier.cities(keys, running.input.stateId)) }
    },
  })
