import { useState } from 'react'
import { Button } from '../../../controls/Button.tsx'
import { useTranslate } from '../../data/session.tsx'
import { lazyModule } from '../../ui/lazyModule.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.ts'

const loadDialog = lazyModule(() => import('./FavouritesDialog.tsx'))

/** Opens the ordering of the favourites. */
export function ChooseFavourites() {
  const say = useTranslate()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const Dialog = useLazyComponent(loadDialog, open, close)
  return (
    <>
      <Button look="ghost" size="sm" width="100%" mb="1" onClick={() => setOpen(true)}>
        {say('menu.favourites-order')}
      </Button>
      {open && Dialog ? <Dialog onClose={close} /> : null}
    </>
  )
}
