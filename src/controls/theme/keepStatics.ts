/** In the place of `hoist-non-react-statics`, which Emotion brings along for what nobody here uses: leaves a component as it is. */
const keepStatics = <T>(component: T): T => component

export default keepStatics
