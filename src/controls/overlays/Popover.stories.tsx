import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ReactNode, useRef, useState } from 'react'
import { expect, screen } from 'storybook/test'
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

/** Its last line stays in sight after people scrolled to it, and after it was measured again. */
export const Scrolled: StoryObj<typeof meta> = {
  name: 'Rolado até o fim',
  args: {
    children: Array.from({ length: 60 }, (_, at) => `Loja ${at + 1}`).map(name => (
      <Button key={name} width="full">
        {name}
      </Button>
    )),
  },
  play: async () => {
    const last = await screen.findByRole('button', { name: 'Loja 60' })
    last.scrollIntoView()
    await twoFrames()
    window.dispatchEvent(new Event('resize'))
    await twoFrames()
    const { bottom } = last.getBoundingClientRect()
    await expect(bottom).toBeLessThanOrEqual(window.innerHeight)
  },
}

const twoFrames = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
