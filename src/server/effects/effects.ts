import type { Register } from '../../model/model.ts'
import { answerProducts } from './answerProducts.ts'
import { appCurrency, storeCurrencies } from './appCurrency.ts'
import { author } from './author.ts'
import { billState } from './billState.ts'
import { branchStore } from './branchStore.ts'
import { currencyFees } from './currencyFees.ts'
import type { Effect, SavedRecord } from './effect.ts'
import { importedFlags } from './importedFlags.ts'
import { newUser } from './newUser.ts'
import { nfceState } from './nfceState.ts'
import { questionLinks } from './questionLinks.ts'
import { storeDays } from './storeDays.ts'
import { storeProfile } from './storeProfile.ts'
import { storeUser } from './storeUser.ts'
import { tabRange } from './tabRange.ts'

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
