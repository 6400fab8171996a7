import { useState } from 'react'
import { isMenuFolded, keepMenuFolded } from '../data/preferences/menuFolded.ts'

/** Tells whether the side menu is folded to icons, and how to change it. */
export function useMenuFolded(narrow: boolean): readonly [boolean, () => void] {
  const [, draw] = useState(0)
  const folded = isMenuFolded(narrow)
  return [
    folded,
    () => {
      keepMenuFolded(narrow, !folded)
      draw(count => count + 1)
    },
  ]
}
