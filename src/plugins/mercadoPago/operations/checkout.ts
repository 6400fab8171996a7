import { ApiError, inTransaction, objectOf, operation, partnerRefusals, requireStore, tableOf } from '../../../server/plugin.ts'
import type { Capabilities } from '../contract.ts'
import { asked, capabilityFields, type Installed, installationsFor, installedRegister, readInstalled } from '../installed.ts'
import type { MercadoPago } from '../mercadoPago.ts'
import { withToken } from '../renewTokens.ts'
import { gate, renewalContext, requireInstalled, storeInput } from './callShape.ts'

const switches = ['login', 'cartao', 'pix'] as const

const yesNo = { type: 'boolean' }
const output = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    lojaId: { type: 'integer' },
    login: yesNo,
    cartao: yesNo,
    pix: yesNo,
    mpLogin: yesNo,
    mpCartao: yesNo,
    mpPix: yesNo,
    expiresIn: { type: 'integer' },
  },
  required: ['id', 'lojaId', ...switches],
}

const shown = ({ id, on, allowed, expiresIn }: Installed, lojaId: number) => ({
  id,
  lojaId,
  ...on,
  ...capabilityFields(allowed),
  expiresIn,
})

/** Returns the ways of payment that the store has installed and switched on; 404 says that nothing is installed. */
export const readCheckout = operation({
  method: 'GET',
  path: 'mercadoPago/oauth',
  title: 'Checkout do Mercado Pago da loja (404: não instalado)',
  gate,
  input: { type: 'object', properties: storeInput },
  output,
  messages: ['mercado-pago.not-installed'],
  run: async running => shown(await requireInstalled(running), requireStore(running.caller)),
})

/** Saves one switch. What the account did not allow when it was last asked is asked again before it is switched on. */
export const switchCheckout = (mercadoPago: MercadoPago) =>
  operation({
    method: 'PATCH',
    path: 'MercadoPago/oauth',
    title: 'Ligar ou desligar Checkout Pro, cartão ou PIX',
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: { ...storeInput, id: { type: 'integer' }, login: yesNo, cartao: yesNo, pix: yesNo },
      required: ['id'],
    },
    output,
    messages: [
      ...partnerRefusals,
      'mercado-pago.not-installed',
      'mercado-pago.one-switch',
      ...switches.map(name => `mercado-pago.no-${name}`),
    ],
    async run(running) {
      const { caller, input, model, writing } = running
      const lojaId = requireStore(caller)
      const given = switches.filter(name => input[name] !== undefined)
      const [name] = given
      if (name === undefined || given.length > 1)
        throw new ApiError(
          422,
          'mercado-pago.one-switch',
          {},
          (given.length > 0 ? given : switches).map(path => ({ path, code: 'mercado-pago.one-switch' })),
        )
      const before = await requireInstalled(running)
      if (before.id !== input.id) throw new ApiError(404, 'mercado-pago.not-installed')
      const on = input[name] === true
      const { accessToken, allowed: known } = before
      const allowed: Capabilities =
        on && !known[name]
          ? await asked(
              withToken(renewalContext(running, mercadoPago), lojaId, accessToken, token => mercadoPago.capabilities(token)),
            )
          : known
      const code = `mercado-pago.no-${name}`
      if (on && !allowed[name]) throw new ApiError(422, code, {}, [{ path: name, code }])
      const installations = installationsFor(running)
      const after = await inTransaction(writing, tableOf(model, installedRegister).register, async ({ q }) => {
        const now = await installations.read(q, lojaId, true)
        // Uninstalled meanwhile, or installed anew: that is another installation.
        if (!now?.instalado_em || readInstalled(now).id !== before.id) throw new ApiError(404, 'mercado-pago.not-installed')
        await installations.write(q, lojaId, { [name]: on, ...(allowed === known ? {} : capabilityFields(allowed)) })
        const current = readInstalled(now)
        return { ...current, on: { ...current.on, [name]: on }, allowed }
      })
      installations.tell(lojaId)
      return shown(after, lojaId)
    },
  })

/** Takes the installation away, with its tokens: nothing brings them back. */
export const uninstallPayments = operation({
  method: 'DELETE',
  path: 'mercado_pago_oauth/del',
  actsOn: { register: installedRegister, act: 'remove' },
  title: 'Desinstalar o Mercado Pago',
  gate,
  standsAlone: true,
  input: { type: 'object', properties: { ...storeInput, id: { type: 'integer' } } },
  output: objectOf({ instalado: yesNo }),
  messages: ['mercado-pago.not-installed', 'mercado-pago.changed'],
  async run(running) {
    const { caller, input, writing } = running
    const lojaId = requireStore(caller)
    const installations = installationsFor(running)
    await writing.service.database.write({ stores: [lojaId] }, async q => {
      const now = await installations.read(q, lojaId, true)
      if (!now) throw new ApiError(404, 'mercado-pago.not-installed')
      // Installed anew since the caller looked.
      if (input.id !== undefined && readInstalled(now).id !== input.id) throw new ApiError(409, 'mercado-pago.changed')
      await installations.remove(q, lojaId)
    })
    installations.tell(lojaId)
    return { instalado: false }
  },
})
