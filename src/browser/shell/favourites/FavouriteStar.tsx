import { IconButton } from '../../../controls/Button.tsx'
import { Icon } from '../../../controls/Icon.tsx'
import { useTranslate } from '../../data/session.tsx'
import { mostFavourites, useFavourites } from './favourites.ts'

/** Puts the screen at hand among the favourites, or takes it out. */
export function FavouriteStar({ path }: { readonly path: string }) {
  const say = useTranslate()
  const [paths, choose] = useFavourites()
  const is = paths.includes(path)
  if (!is && paths.length >= mostFavourites) return null
  return (
    <IconButton
      label={say(is ? 'menu.favourite-remove' : 'menu.favourite-add')}
      aria-pressed={is}
      size="sm"
      look={is ? 'subtle' : 'ghost'}
      color={is ? 'accent.fg' : 'fg.subtle'}
      display={{ base: 'none', md: 'inline-flex' }}
      onClick={() => choose(is ? paths.filter(one => one !== path) : [...paths, path])}
    >
      <Icon name="star" size="1rem" />
    </IconButton>
  )
}
