import { chakra } from '@chakra-ui/react/styled-system'
import { ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StoreCard } from '../../../api/session.ts'
import { Popover } from '../../../controls/overlays/Popover.tsx'
import { useSession, useTranslate } from '../../data/session.tsx'
import { lazyModule } from '../../ui/lazyModule.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'
import { StorePhoto } from './StorePhoto.tsx'
import { storeTaxId } from './storeText.ts'

/** The list that it opens, fetched when it is needed. */
export const loadStoreList = lazyModule(() => import('./StoreList.tsx'))

const Button = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    width: '100%',
    minHeight: '3.25rem',
    p: '2',
    borderRadius: 'md',
    textAlign: 'start',
    _hover: { bg: 'bg.muted' },
    '&[aria-expanded="true"]': { bg: 'bg.muted' },
    '& svg': { boxSize: '1rem', color: 'fg.muted', flexShrink: 0 },
  },
})

/** The chosen store, with its photo; opens the list of the user's stores. */
export function StoreSelector({ folded }: { readonly folded: boolean }) {
  const { store, stores } = useSession()
  const say = useTranslate()
  const [open, setOpen] = useState(false)
  const StoreList = useLazyComponent(loadStoreList, open, () => setOpen(false))
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (!store) return null
  const alone = stores.length < 2
  return (
    <>
      <Button
        ref={button}
        type="button"
        disabled={alone}
        aria-haspopup={alone ? undefined : 'listbox'}
        aria-expanded={alone ? undefined : open}
        data-tip={folded ? store.nome_fantasia : undefined}
        onClick={() => setOpen(!open)}
      >
        <StorePhoto store={store} />
        {alone ? null : <chakra.span srOnly>{say('store-choose')}</chakra.span>}
        <StoreNames store={store} hidden={folded} />
        {folded || alone ? null : <ChevronsUpDown aria-hidden />}
      </Button>
      <Popover
        open={open}
        anchor={button}
        sameWidth
        onClose={reason => (reason === 'escape' ? close() : setOpen(false))}
        width="20rem"
        display="flex"
        flexDirection="column"
      >
        {StoreList ? <StoreList onChosen={close} /> : null}
      </Popover>
    </>
  )
}

function StoreNames({ store, hidden }: { readonly store: StoreCard; readonly hidden: boolean }) {
  return (
    <chakra.span minWidth="0" flex="1" srOnly={hidden}>
      <chakra.span display="block" fontWeight="600" truncate>
        {store.nome_fantasia}
      </chakra.span>
      <chakra.span display="block" textStyle="note" truncate>
        {storeTaxId(store)}
      </chakra.span>
    </chakra.span>
  )
}
