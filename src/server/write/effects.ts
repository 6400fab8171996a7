import { answerProducts } from '../../domain/catalogue/effects/answerProducts.ts'
import { importedFlags } from '../../domain/catalogue/effects/importedFlags.ts'
import { questionLinks } from '../../domain/catalogue/effects/questionLinks.ts'
import { billState } from '../../domain/finance/effects/billState.ts'
import { currencyFees } from '../../domain/finance/effects/currencyFees.ts'
import { nfceState } from '../../domain/fiscal/effects/nfceState.ts'
import { author } from '../../domain/people/effects/author.ts'
import { newUser } from '../../domain/people/effects/newUser.ts'
import { storeUser } from '../../domain/people/effects/storeUser.ts'
import { tabRange } from '../../domain/sales/effects/tabRange.ts'
import { appCurrency, storeCurrencies } from '../../domain/stores/effects/appCurrency.ts'
import { branchStore } from '../../domain/stores/effects/branchStore.ts'
import { storeDays } from '../../domain/stores/effects/storeDays.ts'
import { storeProfile } from '../../domain/stores/effects/storeProfile.ts'
import type { Register } from '../../model/model.ts'
import type { Effect, SavedRecord } from './effect.ts'

/** Every effect that a definition may name. */
export const effects: Readonly<Record<string, Effect>> = {
  answerProducts,
  appCurrency,
  author,
  billState,
  branchStore,
  currencyFees,
  importedFlags,
  newUser,
  nfceState,
  questionLinks,
  storeCurrencies,
  storeDays,
  storeProfile,
  storeUser,
  tabRange,
}

/** The effects of a register, in the order of its definition. */
export const effectsOf = (register: Register): Effect[] =>
  register.effects.map(name => {
    const effect = effects[name]
    if (!effect) throw new Error(`Unknown effect of ${register.name}: ${name}`)
    return effect
  })

/** What follows from records that were written, be it by a save or by taking one back: each effect over all of them, in order. */
export async function runAfterEffects(register: Register, saved: () => readonly SavedRecord[]): Promise<void> {
  const following = effectsOf(register).filter(effect => effect.after)
  if (following.length === 0) return
  const all = saved()
  for (const effect of following) for (const one of all) await effect.after?.(one)
}
