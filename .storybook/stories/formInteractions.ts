import { openPart } from './actionInteractions.ts'
import { type StoryCanvas, there } from './interactions.ts'

/** Opens the taxes of a note's first item. */
export async function openRow({ canvasElement }: StoryCanvas): Promise<void> {
  await openPart(canvasElement, /^Produtos/)
  const open = await there(() => canvasElement.querySelector<HTMLElement>('[role=gridcell] .grid-tool.is-open'))
  open?.click()
  const tab = await there(() => [...document.querySelectorAll<HTMLElement>('dialog[open] [role=tab]')][1])
  tab?.click()
  await there(() => document.querySelector('dialog[open] [data-field=icms_cst]'))
}

/** Opens what is known of a note's recipient, and lacks. */
export async function openFacts({ canvasElement }: StoryCanvas): Promise<void> {
  await openPart(canvasElement, /^Destinatário/)
  await there(() => canvasElement.querySelector('main form dl'))
}

/** Waits for what the form asks of the store. */
export async function openRequired(): Promise<void> {
  await there(() => document.querySelector('dialog[open] h2'))
}
