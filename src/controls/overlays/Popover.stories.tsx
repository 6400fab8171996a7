import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Popover } from './Popover.tsx'

/** A button and the panel that belongs to it. */
function Anchored({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        Loja
      </Button>
      <Popover open={open} anchor={button} onClose={() => setOpen(false)} p="3">
        {children}
      </Popover>
    </>
  )
}

const meta = { title: 'Controles/Painel', component: Anchored, args: { children: 'Matriz' } } satisfies Meta<typeof Anchored>
export default meta

export const Open: StoryObj<typeof meta> = { name: 'Aberto' }
export const LongText: StoryObj<typeof meta> = {
  name: 'Texto longo',
  args: { children: 'Distribuidora de Bebidas e Alimentos do Planalto Central Sociedade Limitada. '.repeat(4) },
}
