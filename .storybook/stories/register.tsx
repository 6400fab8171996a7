import model from 'virtual:model'
import { addPlugins } from '../../src/browser/plugin.ts'
import { nfeEditor } from '../../src/plugins/nfe/browser.ts'
import { registerAddress } from '../sceneAddress.ts'
import type { Scene } from '../scenes.ts'
import { answerNothing, openAsk, openBar, openEdited, openInPlace, openShown, typeNothing } from './actionInteractions.ts'
import { openFacts, openRequired, openRow } from './formInteractions.ts'
import {
  chooseImages,
  openFilters,
  openMassEdit,
  openSaveView,
  refuseMassEdit,
  type StoryCanvas,
  saveEmpty,
} from './interactions.ts'
import { Stage, type StoryRequest } from './Stage.tsx'
import { answerStoryCall, type RegisterScene } from './stubServer.ts'

addPlugins([nfeEditor])

/** The steps once the page stands. */
const plays: Partial<Record<Scene['state'], (played: StoryCanvas) => Promise<void>>> = {
  problems: saveEmpty,
  filter: openFilters,
  mass: openMassEdit,
  refused: refuseMassEdit,
  view: openSaveView,
  images: chooseImages,
  ask: openAsk,
  askMissing: answerNothing,
  shown: openShown,
  shownNone: openShown,
  inPlace: openInPlace,
  edited: openEdited,
  bar: openBar,
  barRefused: typeNothing,
  row: openRow,
  facts: openFacts,
  required: openRequired,
}

/** The story of a register in a scene; called by the modules that the plugin makes. */
export function registerStory(register: string, scene: Scene) {
  const shown: RegisterScene = { ...scene, register }
  const server = (request: StoryRequest) => answerStoryCall(model, shown, request)
  const play = plays[scene.state]
  return {
    name: scene.title,
    render: () => (
      <Stage key={`${register} ${scene.exportName}`} start={registerAddress(model, register, scene)} answer={server} />
    ),
    ...(play ? { play } : {}),
  }
}
