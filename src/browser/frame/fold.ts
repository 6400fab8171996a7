import { useState } from 'react'
import { store, stored } from '../data/storage.ts'

/** Where the choice of a folded side menu is kept. */
export const foldKey = 'menuRecolhido'

/** Whether the side menu is folded to icons: the user's choice, kept; on narrow screens folded at first. */
export function useFolded(narrow: boolean): readonly [boolean, () => void] {
  const [wide, setWide] = useState(() => stored(foldKey) === '1')
  const [small, setSmall] = useState(true)
  if (narrow) return [small, () => setSmall(!small)]
  return [
    wide,
    () => {
      store(foldKey, wide ? undefined : '1')
      setWide(!wide)
    },
  ]
}
