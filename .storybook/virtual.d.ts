declare module 'virtual:model' {
  import type { Model } from '../src/model/model.ts'

  const model: Model
  export default model
}

declare module 'virtual:catalogue' {
  import type { Catalogue } from './messageCatalogue.ts'

  const catalogue: Catalogue
  export default catalogue
}

declare module 'virtual:samples' {
  import type { Samples } from './samples.ts'

  const samples: Samples
  export default samples
}

declare module 'virtual:screen-samples' {
  import type { ScreenSamples } from './samples.ts'

  const samples: ScreenSamples
  export default samples
}

declare module 'virtual:review' {
  import type { Review } from '../scripts/review/review.ts'

  const review: Review | null
  export default review
}
