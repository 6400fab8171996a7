import {
  ApiError,
  faultPoint,
  inTransaction,
  type OperationContext,
  objectOf,
  operation,
  partnerRefusals,
  type Queries,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/plugin.ts'
import { beginAuthorisation, concludeReturn, isOtherReturning, takeReturn } from '../authorisations.ts'
import type { Capabilities } from '../contract.ts'
import { asked, capabilityFields, installationsFor, installedRegister, partner, tokenFields } from '../installed.ts'
import type { MercadoPago } from '../mercadoPago.ts'
import { done, gate, storeInput } from './callShape.ts'

/** The fields that the store must have filled before it installs. */
const needed = ['telefone', 'cep', 'logradouro', 'numero', 'bairro', 'cidade', 'uf'] as const

/** Where the authorization page sends people back to; the provider knows this address beforehand. */
const returnAddress = <I>({ pages }: OperationContext<I>): string => `${pages}/integracoes/mercadoPago`

/** Gives the address of the authorization page, with a state that is good for one return. */
export const installParams = (mercadoPago: MercadoPago) =>
  operation({
    method: 'GET',
    path: 'MercadoPago/installParams',
    title: 'Parâmetros para instalar o Mercado Pago: o endereço da página de autorização',
    gate,
    actsOn: { register: installedRegister, act: 'save' },
    input: { type: 'object', properties: storeInput },
    output: objectOf({ url: { type: 'string' } }),
    messages: ['partner.not-configured', 'mercado-pago.installed-already', 'mercado-pago.store-data'],
    async run(running) {
      const { caller, writing } = running
      const lojaId = requireStore(caller)
      const state = await writing.service.database.write({ stores: [lojaId] }, async q => {
        await requireNotInstalled(q, running, lojaId)
        await requireStoreData(q, running, lojaId)
        return beginAuthorisation(q, running, lojaId, caller)
      })
      const url = mercadoPago.authorizationPage(state, returnAddress(running))
      if (url === undefined) throw new ApiError(424, 'partner.not-configured', { partner })
      return { url }
    },
  })

/** Takes what came back from the authorization page: the code for tokens, once, where the state is ours. */
export const authorisePayments = (mercadoPago: MercadoPago) =>
  operation({
    method: 'POST',
    path: 'mercadoPago/oauth',
    title: 'Instalar o Mercado Pago com o code que voltou da página de autorização',
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        ...storeInput,
        code: { type: 'string', minLength: 1, maxLength: 500 },
        state: { type: 'string', maxLength: 200, description: 'O state que voltou junto; sem ele a volta é recusada' },
      },
      required: ['code'],
    },
    output: done,
    messages: [
      ...partnerRefusals,
      'mercado-pago.installed-already',
      'mercado-pago.return-foreign',
      'mercado-pago.return-late',
      'mercado-pago.return-repeated',
      'mercado-pago.return-interrupted',
      'mercado-pago.changed',
    ],
    async run(running) {
      const { caller, input, model, writing } = running
      const { state = '' } = input
      const lojaId = requireStore(caller)
      const installations = installationsFor(running)
      const { register } = tableOf(model, installedRegister)
      // Noted before the provider is asked: what a stopped server leaves can be seen, and nobody takes this return again.
      await inTransaction(writing, register, async ({ q }) => {
        await takeReturn(q, running, lojaId, caller, state)
        await requireNotInstalled(q, running, lojaId, true)
        await installations.write(q, lojaId, { tentativa_em: new Date().toISOString() })
      })
      const tokens = await asked(mercadoPago.token(input.code.trim(), returnAddress(running))).catch(async (error: unknown) => {
        await forgetAttempt(running, lojaId, state)
        throw error
      })
      faultPoint('mercado-pago.answered')
      // Its tokens are worth more than what it may receive, which is asked again when something is switched on.
      const allowed = await mercadoPago.capabilities(tokens.accessToken).catch(() => nothing)
      await inTransaction(writing, register, async ({ q }) => {
        await concludeReturn(q, running, lojaId, state)
        const begun = await requireNotInstalled(q, running, lojaId, true)
        // Uninstalled meanwhile: what comes late brings nothing back.
        if (!begun) throw new ApiError(409, 'mercado-pago.changed')
        const fields = { ...tokenFields(tokens), ...capabilityFields(allowed), login: false, cartao: false, pix: false }
        await installations.write(q, lojaId, { ...fields, instalado_em: new Date().toISOString(), tentativa_em: null })
      })
      installations.tell(lojaId)
      return { instalado: true }
    },
  })

const nothing: Capabilities = { login: false, cartao: false, pix: false }

/** Gives what was begun, if anything was. Throws ApiError 409 where the store has installed. */
async function requireNotInstalled<I>(q: Queries, running: OperationContext<I>, lojaId: number, hold = false) {
  const found = await installationsFor(running).read(q, lojaId, hold)
  if (found?.instalado_em) throw new ApiError(409, 'mercado-pago.installed-already')
  return found
}

async function requireStoreData<I>(q: Queries, { model }: OperationContext<I>, lojaId: number): Promise<void> {
  const columns = needed.map(name => `${name}::text`).join(', ')
  const { rows } = await q.query<RowOf<'lojas', (typeof needed)[number]>>(
    `SELECT ${columns} FROM ${tableOf(model, 'lojas').sql} WHERE id = $1`,
    [lojaId],
  )
  const missing = needed.filter(name => !rows[0]?.[name]?.trim())
  if (missing.length > 0)
    throw new ApiError(
      422,
      'mercado-pago.store-data',
      {},
      missing.map(path => ({ path, code: 'required' })),
    )
}

/** Removes an installation that came to nothing, unless somebody else has installed meanwhile or is about to. */
async function forgetAttempt<I>(running: OperationContext<I>, lojaId: number, state: string): Promise<void> {
  const installations = installationsFor(running)
  await running.writing.service.database.write({ stores: [lojaId] }, async q => {
    await concludeReturn(q, running, lojaId, state)
    const now = await installations.read(q, lojaId, true)
    if (now && !now.instalado_em && !(await isOtherReturning(q, running, lojaId))) await installations.remove(q, lojaId)
  })
  installations.tell(lojaId)
}
