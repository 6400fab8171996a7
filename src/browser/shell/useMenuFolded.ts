import { useState } from 'react'
import { readStorage, writeStorage } from '../data/storage.ts'

const menuFoldedKey = 'menuRecolhido'

/** Tells whether the side menu is folded to icons, as somebody left it there; on narrow screens folded at first. */
export const isMenuFolded = (narrow: boolean): boolean => (readStorage(keyOf(narrow)) ?? (narrow ? '1' : '')) === '1'

const keyOf = (narrow: boolean): string => (narrow ? `${menuFoldedKey}.estreito` : menuFoldedKey)

/** The same, and how to change it: the user's choice, kept for wide and for narrow screens. */
export function useMenuFolded(narrow: boolean): readonly [boolean, () => void] {
  const [, draw] = useState(0)
  const folded = isMenuFolded(narrow)
  return [
    folded,
    () => {
      writeStorage(keyOf(narrow), folded ? '0' : '1')
      draw(count => count + 1)
    },
  ]
}
