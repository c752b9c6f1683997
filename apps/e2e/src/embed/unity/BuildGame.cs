// Runs a part of the package's build step like Unity's editor. The input is `template`, or a platform and a folder.
using System;
using Leyden.Editor;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

public static class BuildGame
{
    public static int Main()
    {
        var words = Console.ReadLine().Split(' ');
        try
        {
            if (words[0] == "template") LeydenBuild.UseTemplate();
            else
                new LeydenBuild().OnPostprocessBuild(new BuildReport
                {
                    summary = new BuildSummary
                    {
                        platform = (BuildTarget)Enum.Parse(typeof(BuildTarget), words[0]),
                        outputPath = words[1],
                    },
                });
            Console.WriteLine($"built with {PlayerSettings.WebGL.template}");
            return 0;
        }
        catch (BuildFailedException failure)
        {
            Console.WriteLine(failure.Message);
            return 1;
        }
    }
}
