import { useMemo } from 'react'
import type { MenuGroup } from '../../../model/model.ts'
import { useTranslate } from '../../data/session.tsx'
import { useFavourites } from './favourites.ts'

/** The favourites as the menu's first group, in the user's order; none of what this store or its rights do not have. */
export function useFavouriteGroup(groups: readonly MenuGroup[]): readonly MenuGroup[] {
  const say = useTranslate()
  const [paths] = useFavourites()
  return useMemo(() => {
    const all = groups.flatMap(({ items }) => items.map(item => ({ ...item, title: item.alone ?? item.title })))
    const items = paths.flatMap(path => all.find(item => item.path === path) ?? [])
    return items.length > 0 ? [{ id: '!favourites', title: say('menu.favourites'), icon: 'star', place: 'side', items }] : []
  }, [groups, paths, say])
}
