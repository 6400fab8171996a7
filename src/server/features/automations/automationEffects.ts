import { validationError } from '../../write/check/validationError.ts'
import type { Effect } from '../../write/effect.ts'

/**
 * The runtime's own effects where a store says what works by itself and where its calls go: what cannot work is told when it is saved, not by runs
 * that fail later. `accepts` tells whether calls may go to an address.
 */
export const automationEffects = (accepts: (address: string) => boolean) =>
  ({
    acceptAddress: {
      lists: [],
      async after({ before, record: { endereco } }) {
        if (endereco === before?.endereco || accepts(String(endereco))) return
        throw validationError([{ path: 'endereco', code: 'webhook.address' }])
      },
    },
    demandAddress: {
      lists: [],
      async after({ work, before, record }) {
        const { ativa, automacao, webhookId } = record
        if (ativa !== true || (webhookId ?? null) !== null) return
        // One that already worked so is not held back from other changes: its address may have been removed.
        if (before?.ativa === true && (before.webhookId ?? null) === null) return
        const { steps = [] } = work.model.automations[String(automacao)] ?? {}
        if (!steps.some(({ deed }) => deed.kind === 'webhook')) return
        throw validationError([{ path: 'webhookId', code: 'automation.address-needed' }])
      },
    },
  }) satisfies Readonly<Record<string, Effect>>
