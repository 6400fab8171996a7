import {
  ApiError,
  askedPartner,
  installationsIn,
  inTransaction,
  objectOf,
  operation,
  partnerRefusals,
  requireStore,
  tableOf,
  uninstallation,
} from '../../server/plugin.ts'
import { failureFields, hasSame, soundFields } from './installationState.ts'

type Values = Readonly<Record<string, unknown>>

/** A provider of card payments that a store installs by credentials of its own. */
export interface CardProvider {
  /** The register that keeps what a store installed, and the first step of its calls. */
  readonly register: string
  /** Its name in texts. */
  readonly partner: string
  /** Address of the call that tests it, below /api. */
  readonly testPath: string
  /** The credentials, by fields of the register, with what each must be. All of them are needed. */
  readonly credentials: Readonly<Record<string, object>>
  /** Further settings that may be typed. */
  readonly settings?: Readonly<Record<string, object>>
  /** Fields that follow from an installation, set at each save. */
  follow?(lojaId: number, before: Values | undefined, typed: Values): Values
  /** Asks the provider whether it knows these credentials; throws what it says otherwise. */
  test(installed: Values): Promise<void>
}

const gate = 'owner || admin'
const lojaId = { type: 'integer' }
const state = objectOf({ instalado: { type: 'boolean' } })

/** Install (again, to change credentials), test and uninstall a provider. */
export const providerOperations = (provider: CardProvider) => [
  install(provider),
  test(provider),
  uninstallation({ ...provider, missing: 'card-provider.not-installed' }),
]

const install = (provider: CardProvider) =>
  operation({
    method: 'POST',
    path: `${provider.register}/save`,
    actsOn: { register: provider.register, act: 'save' },
    title: `Instalar ${provider.partner} ou trocar o que foi digitado`,
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId, id: { type: 'integer' }, ...provider.credentials, ...provider.settings },
      required: Object.keys(provider.credentials),
    },
    output: state,
    messages: ['required', 'content-invalid', 'validation'],
    async run(running) {
      const { caller, model, writing } = running
      const input: Values = running.input
      const store = requireStore(caller)
      const installations = installationsIn(provider.register, running)
      const names = [...Object.keys(provider.credentials), ...Object.keys(provider.settings ?? {})]
      const typed = Object.fromEntries(names.flatMap(name => (input[name] === undefined ? [] : [[name, input[name]]])))
      await inTransaction(writing, tableOf(model, provider.register).register, async ({ q }) => {
        const before = await installations.read(q, store, true)
        // A test or a failure belongs to the former credentials.
        const values = { ...typed, ...provider.follow?.(store, before, typed), testado_em: null, falha: null, falha_desde: null }
        await installations.write(q, store, values)
      })
      installations.tell(store)
      return { instalado: true }
    },
  })

const test = (provider: CardProvider) =>
  operation({
    method: 'GET',
    path: provider.testPath,
    title: `Testar a integração com ${provider.partner}`,
    gate,
    input: { type: 'object', properties: { lojaId } },
    output: objectOf({ success: { type: 'boolean' } }),
    messages: [...partnerRefusals, 'card-provider.not-installed'],
    async run(running) {
      const store = requireStore(running.caller)
      const installations = installationsIn(provider.register, running)
      const { database } = running.writing.service
      const installed = await database.read({ stores: [store] }, q => installations.read(q, store))
      if (!installed) throw new ApiError(404, 'card-provider.not-installed', { partner: provider.partner })
      const outcome = await provider.test(installed).then(
        () => soundFields(),
        (error: unknown) => ({ error, ...failureFields(installed, error) }),
      )
      const { error, ...fields } = { error: undefined, ...outcome }
      if (Object.keys(fields).length > 0) {
        await database.write({ stores: [store] }, async q => {
          // Uninstalled meanwhile, nothing comes back by being tested.
          const now = await installations.read(q, store, true)
          if (hasSame(Object.keys(provider.credentials), installed, now)) await installations.write(q, store, fields)
        })
        installations.tell(store)
      }
      if (error !== undefined) await askedPartner(provider.partner, Promise.reject(error))
      return { success: true }
    },
  })
