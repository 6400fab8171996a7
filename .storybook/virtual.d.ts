declare module 'virtual:model' {
  import type { Model } from '../src/model/model.ts'

  const model: Model
  export default model
}
