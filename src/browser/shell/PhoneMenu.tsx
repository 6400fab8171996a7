import type { ReactNode } from 'react'
import { Drawer } from '../../controls/overlays/Dialog.tsx'
import { useTranslate } from '../data/session.tsx'

/** The menu of a phone, over the page from the side. */
export default function PhoneMenu({ children, onClose }: { readonly children: ReactNode; onClose(): void }) {
  const say = useTranslate()
  return (
    <Drawer open side="start" bare title={say('menu')} closeLabel={say('close')} onClose={onClose}>
      {children}
    </Drawer>
  )
}
