import { configure } from '@testing-library/react'

// How long something takes depends on the machine, and is not tested: by default `waitFor` gives up after one second.
configure({ asyncUtilTimeout: 15_000 })
