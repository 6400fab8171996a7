import { ApiError, objectOf, operation, partnerRefusals, requireStore } from '../../../server/plugin.ts'
import { type PointMode, pointModes } from '../contract.ts'
import { asked } from '../installed.ts'
import type { MercadoPago } from '../mercadoPago.ts'
import { withToken } from '../renewTokens.ts'
import { gate, renewalContext, requireInstalled, storeInput } from './callShape.ts'

const point = objectOf({ id: { type: 'string' }, operating_mode: { type: 'string' } })

/** The card readers of the store's account. */
export const listPoints = (mercadoPago: MercadoPago) =>
  operation({
    method: 'GET',
    path: 'mercadoPago/points',
    title: 'Maquininhas Point da conta do Mercado Pago',
    gate,
    input: { type: 'object', properties: storeInput },
    output: { type: 'array', items: point },
    messages: [...partnerRefusals, 'mercado-pago.not-installed'],
    async run(running) {
      const { accessToken } = await requireInstalled(running)
      const context = renewalContext(running, mercadoPago)
      const found = await asked(withToken(context, requireStore(running.caller), accessToken, token => mercadoPago.points(token)))
      return found.map(({ id, mode }) => ({ id, operating_mode: mode }))
    },
  })

/** Changes how a card reader works: to the mode that is named, else to the other one. */
export const changePointMode = (mercadoPago: MercadoPago) =>
  operation({
    method: 'POST',
    path: 'MercadoPago/pointOperation',
    title: 'Mudar a operação de uma maquininha Point entre PDV e STANDALONE',
    gate,
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        ...storeInput,
        pointId: { type: 'string', minLength: 1, maxLength: 120 },
        operating_mode: { enum: pointModes, description: 'O modo desejado; sem ele, o outro' },
      },
      required: ['pointId'],
    },
    output: point,
    messages: [...partnerRefusals, 'mercado-pago.not-installed', 'mercado-pago.no-point'],
    async run(running) {
      const { pointId, operating_mode: wanted } = running.input
      const { accessToken } = await requireInstalled(running)
      const context = renewalContext(running, mercadoPago)
      return asked(
        withToken(context, requireStore(running.caller), accessToken, async token => {
          const known = (await mercadoPago.points(token)).find(({ id }) => id === pointId)
          // Only what the account has is changed: the id is no path that somebody typed.
          if (!known) throw new ApiError(404, 'mercado-pago.no-point')
          const mode: PointMode = wanted ?? (known.mode === 'PDV' ? 'STANDALONE' : 'PDV')
          await mercadoPago.setPointMode(token, known.id, mode)
          return { id: known.id, operating_mode: mode }
        }),
      )
    },
  })
