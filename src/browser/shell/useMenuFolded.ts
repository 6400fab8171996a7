import { useState } from 'react'
import { readStorage, writeStorage } from '../data/storage.ts'

/** Where the choice of a folded side menu is kept. */
export const menuFoldedKey = 'menuRecolhido'

/** Tells whether the side menu is folded to icons: the user's choice, kept; on narrow screens folded at first. */
export function useMenuFolded(narrow: boolean): readonly [boolean, () => void] {
  const [wide, setWide] = useState(() => readStorage(menuFoldedKey) === '1')
  const [small, setSmall] = useState(true)
  if (narrow) return [small, () => setSmall(!small)]
  return [
    wide,
    () => {
      writeStorage(menuFoldedKey, wide ? undefined : '1')
      setWide(!wide)
    },
  ]
}
