import { readStorage, writeStorage } from '../storage.ts'

const key = (narrow: boolean): string => (narrow ? 'menuRecolhido.estreito' : 'menuRecolhido')

/** Tells whether the side menu is folded to icons, as somebody left it there; on narrow screens folded at first. */
export const isMenuFolded = (narrow: boolean): boolean => (readStorage(key(narrow)) ?? (narrow ? '1' : '')) === '1'

/** Keeps the user's choice, for wide and for narrow screens. */
export const keepMenuFolded = (narrow: boolean, folded: boolean): void => writeStorage(key(narrow), folded ? '1' : '0')
