/** The projects with the pages of engines and portals. Those of browsers that are not installed do not exist. */
export const SHELLS = ['shells-chromium', 'shells-firefox', 'shells-webkit']

/**
 * The runs of `npm run soak`, one after the other: together every project, since each may have tests or rows that
 * `npm test` leaves out.
 */
export const SOAK_RUNS = [
  {
    projects:
      'measurements scripts core lightning sandbox game create react-ssr lnurl bff operators-page app-bff packages'.split(
        ' ',
      ),
  },
  { projects: 'react react-18 preact embed-browser stories'.split(' ') },
  { projects: 'e2e embed engines packed storybook docs start'.split(' ') },
  { projects: ['frameworks', 'firefox', ...SHELLS], maxWorkers: 1 },
]
