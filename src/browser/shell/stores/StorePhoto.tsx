import { chakra } from '@chakra-ui/react/styled-system'
import type { StoreCard } from '../../../api/session.ts'
import { storeInitials } from './storeText.ts'

const Frame = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '2.25rem',
    borderRadius: 'md',
    overflow: 'hidden',
    flexShrink: 0,
    bg: 'accent.subtle',
    color: 'accent.fg',
    fontSize: 'sm',
    fontWeight: '600',
    borderWidth: '1px',
    borderColor: 'border',
    '& img': { width: '100%', height: '100%', objectFit: 'cover' },
  },
})

/** The store's photo, or its initials. Its name always stands beside it, so it says nothing to screen readers. */
export function StorePhoto({ store }: { readonly store: StoreCard }) {
  return (
    <Frame data-icon>
      {store.fotoUrl ? <img src={store.fotoUrl} alt="" width="36" height="36" /> : storeInitials(store.nome_fantasia)}
    </Frame>
  )
}
