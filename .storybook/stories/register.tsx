import model from 'virtual:model'
import type { Scene } from '../scenes.ts'
import { answer, type Shown } from './answers.ts'
import { Stage, type StoryRequest } from './Stage.tsx'

/** Where a scene takes place, as the browser's address. */
function addressOf(scene: Shown): string {
  const path = model.registers[scene.register]?.views.path ?? '/'
  if (scene.view === 'list') return path
  if (scene.state === 'create' || scene.state === 'problems') return `${path}/create`
  return `${path}/${model.registers[scene.register]?.textKey ? '10000001' : '1'}`
}

/** Sends the empty form. Who may not create meets a page without one. */
async function saveEmpty({ canvasElement }: { readonly canvasElement: HTMLElement }): Promise<void> {
  const until = Date.now() + 5000
  while (Date.now() < until) {
    const form = canvasElement.querySelector('form')
    if (form) return form.requestSubmit()
    if (canvasElement.querySelector('h1, h2')) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The story of a register in a scene; called by the modules that the plugin makes. */
export function registerStory(register: string, scene: Scene) {
  const shown: Shown = { ...scene, register }
  const server = (request: StoryRequest) => answer(model, shown, request)
  return {
    name: scene.title,
    render: () => <Stage key={`${register} ${scene.exportName}`} start={addressOf(shown)} answer={server} />,
    ...(scene.state === 'problems' ? { play: saveEmpty } : {}),
  }
}
