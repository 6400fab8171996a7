import model from 'virtual:model'
import { cancelBackgroundJobs } from '../../src/browser/data/backgroundJobs.ts'
import { formatMessage } from '../../src/model/formatMessage.ts'
import { isRequiredColumn } from '../../src/model/import/columns.ts'
import { sampleFile } from '../../src/model/import/files.ts'
import type { Import } from '../../src/model/model.ts'
import type { ImportScene } from '../importScenes.ts'
import { Stage, type StoryRequest } from './Stage.tsx'
import { answerAppCall, failure, json } from './stubServer.ts'

/** The server of an import's story: takes every row, or refuses the last as another's. */
function answer(load: Import, scene: ImportScene, { url }: StoryRequest): Response {
  const path = url.pathname.replace(/^\/api\//i, '')
  const common = answerAppCall(model, scene.role, path.includes('/') ? path.toLowerCase() : `${path.toLowerCase()}/`)
  if (common) return common
  if (path.endsWith('/concluir')) {
    const { register = '' } = load.after ?? {}
    return json({ register, title: model.registers[register]?.title ?? '', id: 1, count: load.sample.length })
  }
  if (path.toLowerCase() !== `imports/${load.name}`) return failure(404, 'not-found', 'Não encontrado.')
  const refused = {
    path: load.columns.find(isRequiredColumn)?.name ?? '',
    code: 'unique',
    message: formatMessage(model, 'unique'),
  }
  const rows = load.sample.map((_, at) =>
    scene.state === 'stopped' && at === load.sample.length - 1
      ? { status: 'failed', details: [refused] }
      : { status: 'created', id: at + 1 },
  )
  return json({ rows, saved: rows.length, unchanged: 0, failed: 0 })
}

/** The sample of the definition, with a column that nobody knows; where lines are to be wrong, without what they must bring. */
function fileOf(load: Import, { state }: ImportScene): string {
  const demanded = load.columns.filter(isRequiredColumn).map(({ name }) => name)
  const without = (row: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(row).map(([name, text]) => [name, demanded.includes(name) ? '' : text]))
  const sample = state === 'wrong' ? [...load.sample.slice(0, -1), ...load.sample.slice(-1).map(without)] : load.sample
  const [header = '', ...lines] = sampleFile({ ...load, sample })
    .trimEnd()
    .split(/\r?\n/)
  return [`${header};observação`, ...lines.map(line => `${line};texto`)].join('\n')
}

const wait = async <T,>(look: () => T | null | undefined): Promise<T | undefined> => {
  for (const until = Date.now() + 5_000; Date.now() < until; ) {
    const found = look()
    if (found) return found
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return undefined
}

/** Discards an import that another story left behind. */
async function discard(canvas: HTMLElement): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 150))
  const text = formatMessage(model, 'import.discard')
  for (const button of canvas.querySelectorAll('button')) if (button.textContent === text) button.click()
}

/** Does what a person does until the scene stands. */
async function play(canvas: HTMLElement, load: Import, scene: ImportScene): Promise<void> {
  const input = await wait(() => canvas.querySelector<HTMLInputElement>('input[type=file]'))
  if (!input) return
  if (scene.state === 'begin') return discard(canvas)
  const files = new DataTransfer()
  files.items.add(new File([fileOf(load, scene)], `${load.name}.csv`))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await wait(() => canvas.querySelector('[role=grid]'))
  if (scene.state !== 'stopped' && scene.state !== 'finished') return
  const save = formatMessage(model, 'import.save')
  const button = await wait(() =>
    [...canvas.querySelectorAll('button')].find(each => each.textContent === save && !each.disabled),
  )
  button?.click()
  await wait(() =>
    canvas.querySelector(scene.state === 'finished' ? '[role=status] h2, [role=status] p' : '[role=alert], [data-tone]'),
  )
}

/** The story of an import in a scene; called by the modules that the plugin makes. */
export function importStory(name: string, scene: ImportScene) {
  const load = model.imports[name]
  if (!load) throw new Error(`No import ${name}`)
  const server = (request: StoryRequest) => answer(load, scene, request)
  return {
    name: scene.title,
    // Imports go on when their page is left; stories begin anew.
    loaders: [async () => cancelBackgroundJobs()],
    render: () => <Stage key={`${name} ${scene.exportName}`} start={load.path} answer={server} />,
    play: ({ canvasElement }: { readonly canvasElement: HTMLElement }) => play(canvasElement, load, scene),
  }
}
