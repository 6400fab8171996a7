import {
  ApiError,
  installationsIn,
  inTransaction,
  type OperationContext,
  objectOf,
  operation,
  partnerRefusal,
  partnerRefusals,
  requireStore,
  tableOf,
  uninstallation,
} from '../../server/plugin.ts'
import { type Courier, type CourierKeys, UnknownCredentials } from './couriers.ts'

/** A courier as the product knows it: its register, its name in texts, and what its credentials are called. */
export interface CourierCompany {
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
/** The number of a place in the courier's list: no larger than its column holds. */
const place = { type: 'integer', minimum: 1, maximum: 2_147_483_647 }

type Values = Readonly<Record<string, unknown>>

/** All calls of a courier. */
export function courierOperations(company: CourierCompany, courier: Courier) {
  const { name: register, partner } = company
  const leave = uninstallation({ register, partner, missing: 'courier.not-installed' })
  const calls = [install(company, courier), test(company, courier), leave]
  return company.located ? [...calls, states(company, courier), cities(company, courier)] : calls
}

/** A failure of the courier as the caller is told it. */
const asked = <T>({ partner }: CourierCompany, answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof UnknownCredentials) throw new ApiError(424, 'courier.credentials', { partner })
    throw partnerRefusal(partner, error)
  })

const installationsFor = <I>({ name }: CourierCompany, running: OperationContext<I>) => installationsIn(name, running)

/** Returns the installation of the store; 404 where it has none. */
async function installed<I>(company: CourierCompany, running: OperationContext<I>): Promise<Values> {
  const store = requireStore(running.caller)
  const found = await running.database.read({ stores: [store] }, q => installationsFor(company, running).read(q, store))
  if (!found) throw new ApiError(404, 'courier.not-installed', { partner: company.partner })
  return found
}

const keysOf = ({ credentials }: CourierCompany, values: Values, name: 'field' | 'member'): CourierKeys =>
  Object.fromEntries(
    credentials.flatMap(one => (typeof values[one[name]] === 'string' ? [[one.header, String(values[one[name]])]] : [])),
  )

/** Installs the courier once it knows the credentials, or keeps the place that the store chose. */
const install = (company: CourierCompany, courier: Courier) =>
  operation({
    method: 'POST',
    path: `${company.name}/upsertWithWhere`,
    actsOn: { register: company.name, act: 'save' },
    title: `Instalar ou configurar ${company.partner}`,
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId,
        where: { description: 'Dispensado: vale a loja da chamada' },
        ...Object.fromEntries(company.credentials.map(({ field }) => [field, text])),
        ...(company.located ? { state_id: place, city_id: place } : {}),
      },
    },
    output: objectOf({ instalado: { type: 'boolean' } }),
    messages,
    async run(running) {
      const { caller, model, writing } = running
      const input: Values = running.input
      const store = requireStore(caller)
      const installations = installationsFor(company, running)
      const fields = company.credentials.map(({ field }) => field)
      const given = fields.filter(field => input[field] !== undefined)
      if (given.length > 0) {
        const missing = fields.find(field => input[field] === undefined)
        if (missing) throw new ApiError(422, 'required', {}, [{ path: missing, code: 'required' }])
        await asked(company, courier.test(keysOf(company, input, 'field')))
      } else await installed(company, running)
      const names = company.located ? [...fields, 'state_id', 'city_id'] : fields
      const values = Object.fromEntries(names.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])))
      await inTransaction(writing, tableOf(model, company.name).register, async ({ q }) => {
        // Uninstalled meanwhile: a place alone installs nothing.
        const now = await installations.read(q, store, true)
        if (!now && given.length === 0) throw new ApiError(404, 'courier.not-installed', { partner: company.partner })
        await installations.write(q, store, values)
      })
      installations.tell(store)
      return { instalado: true }
    },
  })

/** Tells whether the courier knows the credentials: those of the call, or without any those that are installed. */
const test = (company: CourierCompany, courier: Courier) =>
  operation({
    method: 'POST',
    path: `${company.name}/integrationTest`,
    title: `Testar a integração com ${company.partner}`,
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId, ...Object.fromEntries(company.credentials.map(({ member }) => [member, text])) },
    },
    output: objectOf({ success: { type: 'boolean' } }),
    messages,
    async run(running) {
      const typed = keysOf(company, running.input, 'member')
      const keys = Object.keys(typed).length > 0 ? typed : keysOf(company, await installed(company, running), 'field')
      await asked(company, courier.test(keys))
      return { success: true }
    },
  })

const places = (name: string, members: object) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, [name]: { type: 'array', items: { type: 'object', properties: members } } },
  required: ['success', name],
})

const states = (company: CourierCompany, courier: Courier) =>
  operation({
    method: 'GET',
    path: `${company.name}/states`,
    title: `Estados em que ${company.partner} atende`,
    gate,
    input: { type: 'object', properties: { lojaId } },
    output: places('states', { estadoID: { type: 'integer' }, estadoUF: { type: 'string' } }),
    messages,
    async run(running) {
      const keys = keysOf(company, await installed(company, running), 'field')
      return { success: true, states: await asked(company, courier.states(keys)) }
    },
  })

const cities = (company: CourierCompany, courier: Courier) =>
  operation({
    method: 'GET',
    path: `${company.name}/cities`,
    title: `Cidades em que ${company.partner} atende`,
    gate,
    input: { type: 'object', properties: { lojaId, stateId: place }, required: ['stateId'] },
    output: places('cities', { cidadeID: { type: 'integer' }, cidadeNome: { type: 'string' } }),
    messages,
    async run(running) {
      const keys = keysOf(company, await installed(company, running), 'field')
      return { success: true, cities: await asked(company, courier.cities(keys, running.input.stateId)) }
    },
  })
