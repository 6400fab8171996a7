import {
  ApiError,
  askedPartner,
  type Installations,
  installationsIn,
  inTransaction,
  isTokenRefused,
  type OperationContext,
  objectOf,
  operation,
  partnerRefusals,
  requireStore,
  tableOf,
  uninstallation,
} from '../../server/plugin.ts'
import type { IFood } from './ifood.ts'
import { readInstalled, tokenFields } from './installed.ts'

const partner = 'iFood'
const gate = 'owner || admin'
const storeInput = { lojaId: { type: 'integer' } }
const done = objectOf({ instalado: { type: 'boolean' } })

/** Returns the answer of iFood; a failure of it as the caller is told it. */
const asked = <T>(answer: Promise<T>): Promise<T> => askedPartner(partner, answer)

const contextOf = <I>(running: OperationContext<I>) => installationsIn('IFood_oauth', running)

/** Asks for the code that somebody confirms at the portal; again as long as the store is not authorised. */
export const requestCode = (ifood: IFood) =>
  operation({
    method: 'POST',
    path: 'IFood/oauth/userCode',
    actsOn: { register: 'IFood_oauth', act: 'save' },
    title: 'Instalar o iFood: pedir o código do aplicativo',
    gate,
    standsAlone: true,
    input: { type: 'object', properties: storeInput },
    output: objectOf({ userCode: { type: 'string' }, verificationUrlComplete: { type: 'string' } }),
    messages: [...partnerRefusals, 'ifood.installed-already'],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const installations = contextOf(running)
      const { database, model, writing } = running
      const before = await database.read({ stores: [lojaId] }, q => installations.read(q, lojaId))
      if (before?.autorizado_em) throw new ApiError(409, 'ifood.installed-already')
      const code = await asked(ifood.userCode())
      await inTransaction(writing, tableOf(model, 'IFood_oauth').register, async ({ q }) => {
        // Somebody may have authorised the store while we waited: that stands.
        if ((await installations.read(q, lojaId, true))?.autorizado_em) throw new ApiError(409, 'ifood.installed-already')
        await installations.write(q, lojaId, {
          userCodeJson: { userCode: code.userCode, verificationUrlComplete: code.address },
          verifier: code.verifier,
        })
      })
      installations.tell(lojaId)
      return { userCode: code.userCode, verificationUrlComplete: code.address }
    },
  })

/** Takes the authorisation code that the portal showed, for tokens. */
export const authorise = (ifood: IFood) =>
  operation({
    method: 'POST',
    path: 'IFood/oauth/token',
    actsOn: { register: 'IFood_oauth', act: 'save' },
    title: 'Salvar o código de autorização do iFood',
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: { ...storeInput, authorizationCode: { type: 'string', minLength: 1, maxLength: 200 } },
      required: ['authorizationCode'],
    },
    output: done,
    messages: [...partnerRefusals, 'ifood.not-installed', 'ifood.installed-already', 'ifood.code-changed'],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const installations = contextOf(running)
      const { database, model, writing, input } = running
      const before = await database.read({ stores: [lojaId] }, q => installations.read(q, lojaId))
      if (!before) throw new ApiError(404, 'ifood.not-installed')
      if (before.autorizado_em) throw new ApiError(409, 'ifood.installed-already')
      const { verifier } = readInstalled(before)
      const tokens = await asked(ifood.token(input.authorizationCode.trim(), verifier))
      await inTransaction(writing, tableOf(model, 'IFood_oauth').register, async ({ q }) => {
        const now = await installations.read(q, lojaId, true)
        // Uninstalled or begun anew meanwhile: these tokens belong to nothing any more.
        if (!now || readInstalled(now).verifier !== verifier || now.autorizado_em) throw new ApiError(409, 'ifood.code-changed')
        await installations.write(q, lojaId, { ...tokenFields(tokens), autorizado_em: new Date().toISOString(), verifier: null })
      })
      installations.tell(lojaId)
      return { instalado: true }
    },
  })

/** The stores that were authorised and how they stand at iFood. A token that is not accepted is renewed once. */
export const merchantStatus = (ifood: IFood) =>
  operation({
    method: 'GET',
    path: 'IFood/merchants/status',
    title: 'Lojas autorizadas no iFood e seu status',
    gate,
    input: { type: 'object', properties: storeInput },
    output: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          operation: { type: 'string' },
          situacao: { type: 'string' },
          subtitle: { type: 'string' },
          status: { type: 'array', items: { type: 'object', additionalProperties: true } },
        },
      },
    },
    messages: [...partnerRefusals, 'ifood.not-installed'],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const installations = contextOf(running)
      const { database } = running.writing.service
      const found = await database.read({ stores: [lojaId] }, q => installations.read(q, lojaId))
      if (!found?.autorizado_em) throw new ApiError(404, 'ifood.not-installed')
      const { accessToken, refreshToken } = readInstalled(found)
      const answer = await merchantsWith(ifood, accessToken).catch(async (error: unknown) => {
        if (!isTokenRefused(error)) return asked(Promise.reject(error))
        const renewed = await renewedToken({ ifood, installations, database, lojaId, refreshToken })
        return asked(merchantsWith(ifood, renewed))
      })
      return answer
    },
  })

interface Renewal {
  readonly ifood: IFood
  readonly installations: Installations
  readonly database: OperationContext<unknown>['writing']['service']['database']
  readonly lojaId: number
  readonly refreshToken: string
}

/** Renews the tokens of a store and gives the access token that is good now: who uninstalled or renewed meanwhile has the last word. */
async function renewedToken({ ifood, installations, database, lojaId, refreshToken }: Renewal): Promise<string> {
  const failure: { error?: unknown } = {}
  const tokens = await ifood.refresh(refreshToken).catch((error: unknown) => {
    failure.error = error
  })
  const now = await database.write({ stores: [lojaId] }, async q => {
    const standing = await installations.read(q, lojaId, true)
    if (!standing?.autorizado_em) throw new ApiError(404, 'ifood.not-installed')
    const own = readInstalled(standing)
    if (own.refreshToken !== refreshToken) return own.accessToken
    if (tokens) await installations.write(q, lojaId, tokenFields(tokens))
    return tokens?.accessToken
  })
  if (now === undefined) return asked(Promise.reject(failure.error))
  installations.tell(lojaId)
  return now
}

async function merchantsWith(ifood: IFood, token: string) {
  const merchants = await ifood.merchants(token)
  return Promise.all(
    merchants.map(async ({ id, name }) => {
      const status = await ifood.status(token, id)
      const [first] = status
      return {
        id,
        name,
        operation: first?.operation ?? '',
        situacao: first === undefined ? '' : first.title || (first.available ? 'Disponível' : 'Indisponível'),
        subtitle: first?.subtitle ?? '',
        status: status.map(({ operation: kind, available, title, subtitle }) => ({
          operation: kind,
          available,
          message: { title, subtitle },
        })),
      }
    }),
  )
}

/** Takes the authorisation away, with its tokens. */
export const uninstall = uninstallation({ register: 'IFood_oauth', partner, missing: 'ifood.not-installed' })
